/** Calls by which a window states its value of a setting that all windows share. */
export type SettingCall =
  | 'setBudget'
  | 'setKeepAwake'
  | 'setLayers'
  | 'setMachines'
  | 'setMcp'
  | 'setPhoneSettings'
  | 'setPrices';
