import * as path from 'node:path';
import { comingTime } from '../../../../shared/protocol/plausible';
import { Coalescer } from '../../../util/coalesce';
import type { Disposable } from '../../../util/lifetime';
import type { DomainEvent, JobEvent } from '../../../hub/domain/facts/event';
import type { JobFacts } from '../../../hub/domain/facts/session';
import { nameIn, numberIn, objectIn, parseObject, textIn } from '../../../util/json';
import { SteadyTexts } from '../../../hub/ingest/steadyText';

/** Interval, in ms, of checks on running jobs; each is one `stat` of a file. */
const sweepMs = 1_000;

/** Largest file of a job's state in bytes; no client writes a larger one. */
const maxStateBytes = 64 * 1024;

/** Ids become parts of paths, so only these characters are accepted. */
const jobId = /^[0-9A-Za-z_-]{1,64}$/u;

interface FollowedJob {
  readonly id: string;
  readonly text: string | undefined;
}

/**
 * Watches `<config home>/jobs/<id>/state.json` of sessions that run in the background. No other
 * file of the client's supervisor is read, because they contain secrets.
 */
export class Jobs implements Disposable {
  private readonly followed = new Map<string, FollowedJob>();
  private readonly texts = new SteadyTexts(maxStateBytes);
  private readonly polls = new Coalescer(() => this.poll());
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly folder: string,
    private readonly emit: (event: JobEvent) => void,
    private readonly clock: () => number = Date.now,
  ) {}

  /** Starts to watch the job of a process when the process appears, and stops when it is gone. */
  readonly applyEvent = (event: DomainEvent): void => {
    const { sessionId } = event;
    if (event.type === 'processGone') {
      this.followed.delete(sessionId);
      if (this.followed.size === 0) this.dispose();
      return;
    }
    if (event.type !== 'processSeen') return;
    const { jobId: id, isSpare } = event.process;
    if (id === undefined || isSpare === true || !jobId.test(id)) return;
    if (this.followed.get(sessionId)?.id === id) return;
    this.followed.set(sessionId, { id, text: undefined });
    this.timer ??= setInterval(() => void this.polls.run(), sweepMs).unref();
    void this.polls.run();
  };

  dispose(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async poll(): Promise<void> {
    const files = new Map(
      Array.from(this.followed, ([sessionId, { id }]) => [
        sessionId,
        path.join(this.folder, id, 'state.json'),
      ]),
    );
    this.texts.retainOnly([...files.values()]);
    for (const [sessionId, file] of files) {
      const text = await this.texts.read(file).catch(() => undefined);
      const known = this.followed.get(sessionId);
      if (text === undefined || known === undefined || known.text === text) continue;
      const job = parseJob(text, known.id);
      if (job === undefined) continue; // The client may be writing the file.
      this.followed.set(sessionId, { ...known, text });
      this.emit({ type: 'job', sessionId, at: this.clock(), job });
    }
  }
}

/** Parses the state of a job; undefined if the text is incomplete. */
export function parseJob(text: string, id: string): JobFacts | undefined {
  const value = parseObject(text);
  if (value === undefined) return undefined;
  const wake = objectIn(objectIn(value, 'inFlight'), 'wake');
  const at = comingTime(numberIn(wake, 'at'));
  return {
    id,
    name: nameIn(value, 'name'),
    detail: nameIn(value, 'detail'),
    // While the job works, `needs` still has its previous value.
    needs: textIn(value, 'tempo') === 'blocked' ? nameIn(value, 'needs') : undefined,
    wake: at === undefined ? undefined : { at, reason: nameIn(wake, 'reason') ?? '' },
  };
}
