/** What is done to open a way, in this order; not every way has all of them. */
export type CarrierStep = 'program' | 'status' | 'opening' | 'name' | 'page';

/**
 * What a person has to know of a way that works. `temporary`: its address ends with it. `newAddress`:
 * it had another one before. `signIn`: its host asks for a sign-in first. `thisComputer`: no phone
 * gets there.
 */
export type CarrierNotice = 'temporary' | 'newAddress' | 'signIn' | 'thisComputer';

/** Why a way is not open. */
export type CarrierFaultCode =
  // The address that was given.
  | 'badUrl'
  | 'needsHttps'
  // A program of this machine.
  | 'notInstalled'
  | 'notStarted'
  | 'programSilent'
  | 'programFailed'
  | 'tooOld'
  // Tailscale.
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
  // cloudflared.
  | 'tunnelRefused'
  | 'tunnelOffline'
  | 'tunnelConfig'
  // The page, fetched through the public address.
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
