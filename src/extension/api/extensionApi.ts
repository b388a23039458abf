import type {
  Layer,
  MissionControlApi,
  MissionControlExports,
} from '../../shared/api/missionControl';
import { fieldsOf } from '../../shared/text/fields';
import type { BoardModel } from '../link/boardModel';
import type { Calls } from '../link/hubClient';
import type { CallRepeater } from '../link/repeatedCalls';
import { type Disposable, DisposableStore } from '../util/lifetime';
import type { Log } from '../util/log';
import { checkedSessionId } from './labelCheck';
import { LabelCollections, type LabelCollectionsParts } from './labelCollections';
import { LayerRun } from './layerRun';
import { SessionList } from './sessionList';
import { ViewFeed } from './viewFeed';
import { ViewQueries } from './viewQueries';

export interface ApiParts {
  readonly board: BoardModel;
  readonly hub: Calls<'sessionViews'>;
  readonly repeatedCalls: CallRepeater<'offerLabels'>;
  readonly extensionOf: LabelCollectionsParts['extensionOf'];
  /** Subscribes to changes of the installed extensions. */
  readonly onDidChangeExtensions: (listener: () => void) => Disposable;
  readonly log: Log;
  /** Tells the person that a layer was disabled, and why. */
  readonly say: (problem: string) => void;
}

export interface ExtensionApi extends Disposable {
  /** The exports of `activate` for other extensions. */
  readonly exports: MissionControlExports;
}

/** Creates the interface for other extensions, lazily at its first use. */
export function createExtensionApi(parts: ApiParts): ExtensionApi {
  const lifetime = new DisposableStore();
  let api: MissionControlApi | undefined;
  return {
    exports: Object.freeze({
      getAPI(version: 1): MissionControlApi {
        if (version !== 1) {
          throw new Error('There is no such version of the API of Mission Control: ask for 1.');
        }
        api ??= createFirstVersion(parts, lifetime);
        return api;
      },
    }),
    dispose: () => lifetime.dispose(),
  };
}

function createFirstVersion(parts: ApiParts, lifetime: DisposableStore): MissionControlApi {
  const { board, log, say } = parts;
  const sessions = lifetime.add(
    new SessionList(board, (error) =>
      log.warn(`A listener of another extension failed: ${String(error)}`),
    ),
  );
  const queries = new ViewQueries(parts.hub);
  const views = lifetime.add(new ViewFeed({ board, queries, log }));
  const collections = lifetime.add(new LabelCollections(parts));
  lifetime.add(parts.onDidChangeExtensions(() => collections.forgetGone()));
  return Object.freeze({
    version: 1,
    get sessions() {
      return sessions.all;
    },
    getSession: (sessionId) => sessions.get(checkedSessionId(sessionId)),
    getView: async (sessionId) => queries.viewOf(checkedSessionId(sessionId)),
    onDidChangeSessions: sessions.onDidChange,
    createLabelCollection: (id) => collections.create(id),
    registerLayer(layer) {
      const { id } = checkedLayer(layer);
      const lifetime = new DisposableStore();
      const collection = collections.create(id, () => lifetime.dispose());
      lifetime.add(new LayerRun(layer, { collection, views, log, say }));
      return { dispose: () => lifetime.dispose() };
    },
  } satisfies MissionControlApi);
}

function checkedLayer(layer: unknown): Layer {
  const { id, interpret } = fieldsOf(layer);
  if (typeof id === 'string' && typeof interpret === 'function') return layer as Layer;
  throw new TypeError(
    'A layer is an object with an id and a function: { id: "acme.deploys", interpret: (session) => undefined }.',
  );
}
