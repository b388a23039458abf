/** Steps of opening a carrier, in order; not every carrier has all of them. */
export type CarrierStep = 'program' | 'status' | 'opening' | 'name' | 'page';

/**
 * A restriction of a working carrier that the person has to know. `temporary`: its address is lost
 * when it closes. `newAddress`: its address has changed. `signIn`: its host requires a sign-in first.
 * `thisComputer`: only this computer can reach it, no phone.
 */
export type CarrierNotice = 'temporary' | 'newAddress' | 'signIn' | 'thisComputer';

/** Why a carrier is not open. */
export type CarrierFaultCode =
  // Faults of the address that the person entered.
  | 'badUrl'
  | 'needsHttps'
  // Faults of a program on this machine.
  | 'notInstalled'
  | 'notStarted'
  | 'programSilent'
  | 'programFailed'
  | 'tooOld'
  // Faults of Tailscale.
  | 'notRunning'
  | 'stopped'
  | 'loggedOut'
  | 'needsApproval'
  | 'noName'
  | 'httpsOff'
  | 'serveOff'
  | 'funnelOff'
  | 'funnelNotAllowed'
  | 'serveDenied'
  | 'portsTaken'
  // Faults of cloudflared.
  | 'tunnelRefused'
  | 'tunnelOffline'
  | 'tunnelConfig'
  // Faults of fetching the page through its public address.
  | 'nameUnknown'
  | 'unreachable'
  | 'pageSilent'
  | 'certificateExpired'
  | 'certificateName'
  | 'certificateUntrusted'
  | 'tlsFault'
  | 'redirected'
  | 'signIn'
  | 'hostChanged'
  | 'notFound'
  | 'badGateway'
  | 'pageStatus'
  | 'otherPage'
  | 'wrongMachine';
