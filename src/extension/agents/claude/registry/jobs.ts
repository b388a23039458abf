import * as path from 'node:path';
import { comingTime } from '../../../../shared/protocol/plausible';
import { Coalescer } from '../../../util/coalesce';
import type { Disposable } from '../../../util/lifetime';
import type { DomainEvent, JobEvent } from '../../../hub/domain/facts/event';
import type { JobFacts } from '../../../hub/domain/facts/session';
import { nameIn, numberIn, objectIn, parseObject, textIn } from '../entry/json';
import { SteadyTexts } from '../../../hub/ingest/steadyText';

/** Between two looks at the jobs that run, in ms: each is a question about one file's time. */
const sweepMs = 1_000;

/** Largest file of a job's state in bytes; no client writes a larger one. */
const maxStateBytes = 64 * 1024;

/** Ids are parts of paths. */
const jobId = /^[0-9A-Za-z_-]{1,64}$/u;

interface Followed {
  readonly id: string;
  readonly text: string | undefined;
}

/**
 * Follows `<config home>/jobs/<id>/state.json` of the sessions that run in the background. Nothing else of
 * the client's supervisor is read: its other files have secrets in them.
 */
export class Jobs implements Disposable {
  private readonly followed = new Map<string, Followed>();
  private readonly texts = new SteadyTexts(maxStateBytes);
  private readonly polls = new Coalescer(() => this.poll());
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly folder: string,
    private readonly emit: (event: JobEvent) => void,
    private readonly clock: () => number = Date.now,
  ) {}

  /** Follows the job of a process that is seen, until the process is gone. */
  readonly take = (event: DomainEvent): void => {
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
    this.texts.keepTo([...files.values()]);
    for (const [sessionId, file] of files) {
      const text = await this.texts.read(file).catch(() => undefined);
      const known = this.followed.get(sessionId);
      if (text === undefined || known === undefined || known.text === text) continue;
      const job = parseJob(text, known.id);
      if (job === undefined) continue; // The client may be writing it.
      this.followed.set(sessionId, { ...known, text });
      this.emit({ type: 'job', sessionId, at: this.clock(), job });
    }
  }
}

/** Undefined for a text that is no state, or not all of it. */
export function parseJob(text: string, id: string): JobFacts | undefined {
  const value = parseObject(text);
  if (value === undefined) return undefined;
  const wake = objectIn(objectIn(value, 'inFlight'), 'wake');
  const at = comingTime(numberIn(wake, 'at'));
  return {
    id,
    name: nameIn(value, 'name'),
    detail: nameIn(value, 'detail'),
    // What it needed before stays there while it works.
    needs: textIn(value, 'tempo') === 'blocked' ? nameIn(value, 'needs') : undefined,
    wake: at === undefined ? undefined : { at, reason: nameIn(wake, 'reason') ?? '' },
  };
}
