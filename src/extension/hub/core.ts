import { randomBytes } from 'node:crypto';
import { agentsOfHub, type Agents } from '../agents/agents';
import { UnknownNames } from './unknownNames';
import type { ClosableStore } from '../util/closableStore';
import { missionControlFolder } from '../util/files/missionControlFolder';
import { PrivateFolder } from '../util/files/privateFolder';
import { RealPaths } from '../util/files/realPaths';
import { lastingHostId } from '../util/hub/hostId';
import { readOrCreateKey } from '../util/hub/hubKey';
import { hubName } from '../util/hub/provingKey';
import { Attendance } from './attention/attendance';
import { NotificationSchedule } from './attention/notificationSchedule';
import { Mutes } from './attention/mutes';
import { SessionLocator } from './attention/places';
import { createHubBoard } from './board/hubBoard';
import { Control, type ControlTimes } from './control/control';
import type { GrantClock } from './grants/grantClock';
import type { PhoneOptions } from './phone/phoneOptions';
import type { Boot } from './ingest/boot';
import type { StartReading } from './reading/reading';
import type { Log } from '../util/log';
import { Gate } from '../util/gate';
import type { ControlWish } from '../../shared/protocol/control';
import type { MachinesWish } from '../../shared/protocol/machines/setting';
import { ancestryOf } from './ingest/ancestry';
import { Intake } from './intake';
import { OwnMachine } from './machines/ownMachine';
import { Devices, devicesFile } from './phone/devices';
import { PhoneOffers } from './phone/phoneOffers';
import { HubReach } from './reach/hubReach';
import { Spending } from './reading/usage/spending';
import { RuleMatches } from './rules/ruleMatches';
import { CallRouter } from './serve/callRouter';
import { LiveStream } from './serve/liveStream';
import { HubServer } from './serve/server';
import { KeyConfirmation } from './signed/keyConfirmation';
import { KnownKeys } from './signed/knownKeys';
import { Seals } from './signed/seals';
import { VouchedPhones } from './signed/vouchedPhones';
import { createSources } from './sources';
import { Archive } from './store/archive';
import { Losses } from './store/losses';
import { Marks } from './store/marks';

export interface HubOptions {
  readonly configHome: string;
  /** Replaces the agents whose sessions are shown. */
  readonly agents?: Agents;
  /** Ids of the agents whose sessions a person wants to be shown; all if absent. */
  readonly wantedAgents?: readonly string[] | undefined;
  readonly port: number;
  /** Folder of the bundle of the hub's thread, `reading.js`. */
  readonly scripts: string;
  /** Replaces the thread of `reading.js`. */
  readonly startReading?: StartReading;
  readonly log: Log;
  /** False to reject if our folder is missing, instead of creating it. */
  readonly createFolder?: boolean;
  /**
   * Keys whose signatures are valid; more can be added while the hub runs. Disposed with the hub.
   */
  readonly keys?: KnownKeys;
  /** Phones that editors vouch for; disposed with the hub. */
  readonly vouched?: VouchedPhones;
  /** Replaces the system's current boot. */
  readonly boot?: Boot;
  /** Shows a code with which a person can confirm a key. */
  readonly showCode?: (code: string) => void;
  /** Version of the hub's extension. */
  readonly release?: string | undefined;
  /** Control settings of whoever starts the hub, until a connected window sends its own. */
  readonly control?: ControlWish | undefined;
  /** Machines of whoever starts the hub, until a connected window sends its own. */
  readonly machines?: MachinesWish | undefined;
  /** True for a process that outlives the window that started it, and ends by itself. */
  readonly outlives?: boolean;
  /** Replaces the phones' default page, ports, network and push services in tests. */
  readonly phones?: PhoneOptions;
  readonly controlTimes?: ControlTimes;
  /** Replaces the clocks by which grants end. */
  readonly grantClock?: GrantClock;
  /** Replaces the time in ms after which a run that is due counts as missed. */
  readonly missedAfterMs?: number;
  /** Replaces the time in ms for which the first board waits for transcripts. */
  readonly firstBoardMs?: number;
}

/** Dependencies that the hub's features share. */
export type Core = Awaited<ReturnType<typeof createCore>>;

/** Creates the shared dependencies, each from those before it; they close in reverse order. */
export async function createCore(options: HubOptions, closing: ClosableStore) {
  const {
    configHome,
    wantedAgents,
    agents = agentsOfHub(configHome, wantedAgents),
    port,
    scripts,
    log,
    createFolder: shouldCreate = true,
  } = options;
  const { keys = new KnownKeys(), vouched = new VouchedPhones() } = options;
  const folder = new PrivateFolder(missionControlFolder(configHome));
  if (shouldCreate) await folder.ensure();
  const key = await readOrCreateKey(folder);
  const host = await lastingHostId();
  const token = randomBytes(32).toString('hex');
  const startedAt = new Date().toISOString();
  const hub = hubName(token);
  let isListening = false;
  closing.defer(() => {
    if (isListening) log.info('The hub has stopped');
  });

  // State, and the board that is computed from it.
  const stream = new LiveStream();
  const send = stream.sendTo.bind(stream);
  const losses = new Losses(log, send);
  const archive = new Archive(folder, losses.errorHandler('archived.json'));
  closing.defer(() => archive.flush());
  const spending = new Spending();
  const attendance = new Attendance(new Mutes(folder, losses.errorHandler('mutes.json')), send);
  const control = new Control(log, attendance.isInHand.bind(attendance), options.controlTimes);
  if (options.control !== undefined) control.offers.setInitial(options.control);
  const isProven = (window: string): boolean => control.offers.isSigned(window);
  const places = new SessionLocator(attendance.windows, ancestryOf(), isProven);
  const marks = new Marks(folder, losses.errorHandler('marks.json'));
  closing.defer(() => marks.flush());
  const board = closing.add(createHubBoard(log, spending, control, marks));

  // Sources of the events that the board applies.
  const intake = new Intake(board, archive);
  const unknown = closing.add(new UnknownNames(log));
  const matches = closing.add(new RuleMatches(log));
  const isWatched = (): boolean => stream.isWatched;
  const sources = createSources(
    {
      ...options,
      agents,
      folder,
      board,
      intake,
      control,
      spending,
      marks,
      matches,
      isWatched,
      unknown,
    },
    closing,
  );

  // Callers and their permissions. The server is added first and so closes last: the next hub reads
  // our files as soon as the port is free.
  const server = closing.add(new HubServer({ port, key, token, startedAt, stream, log }));
  closing.add(keys);
  closing.add(vouched);
  closing.add(control);
  const retired = new Gate();
  const onRetired = (reason: string): void => {
    log.warn(`${reason}; the hub at ${server.origin} stops`);
    void closing
      .close()
      .catch((error: unknown) => log.warn(`Its end was not clean: ${String(error)}`))
      .then(() => retired.open());
  };
  const reach = new HubReach({ folder, server, key, token, startedAt, scripts, log, onRetired });
  const devices = new Devices(folder, losses.errorHandler(devicesFile));
  const phoneOffers = new PhoneOffers(devices, control.offers, keys, vouched);
  const machine = new OwnMachine();
  const seals = new Seals({
    keys,
    hub,
    machine: () => machine.id,
    phones: () => phoneOffers.answering,
  });
  const router = new CallRouter(seals);
  const keyDesk = closing.add(new KeyConfirmation({ keys, hub, send, showCode: options.showCode }));
  return {
    agents,
    options,
    configHome,
    scripts,
    log,
    folder,
    host,
    hub,
    token,
    stream,
    send,
    losses,
    archive,
    spending,
    attendance,
    callSchedule: new NotificationSchedule(),
    control,
    places,
    marks,
    board,
    intake,
    unknown,
    matches,
    sources,
    server,
    keys,
    vouched,
    retired,
    onRetired,
    reach,
    phoneOffers,
    machine,
    seals,
    router,
    keyDesk,
    realPaths: new RealPaths(),
    /** Must be called once the server listens; only then is its end logged. */
    onListening: () => void (isListening = true),
  };
}
