import type { Random } from '../random';
import type { Story } from '../hub/story';
import type { ZoneMinutes } from './zoneMinutes';

const version = '2.1.332';
const minute = 60_000;
const day = 86_400_000;

export interface SimulatedTask {
  readonly id: string;
  readonly kind: 'job' | 'wakeup';
  readonly cron: string;
  readonly recurring: boolean;
  readonly prompt: string;
  readonly createdAt: number;
  readonly maxAgeMs: number;
  /** The next start, as the client computes it. */
  next: number;
  /** The next start at the earliest and at the latest: a resumed client may count from its own start. */
  earliest: number;
  latest: number;
  /** True while the client does not start it, through a fault of its own. */
  isStuck: boolean;
  /** True if it was stuck at some moment since its last start. */
  wasStuck: boolean;
}

/**
 * A client with a scheduler as that of 2.1.332, written from what was measured of it: one look a
 * second, none while a turn runs, a fixed offset by id, the next start counted from the last one.
 */
export class SimulatedClient {
  readonly tasks: SimulatedTask[] = [];
  /** Tasks that did not survive the end of a process: they never run. */
  readonly lost: SimulatedTask[] = [];
  isOpen = true;
  /** End of the present turn, in ms since 1970; 0 while idle. */
  busyUntil = 0;
  /** Since when it has been open and idle. */
  idleSince: number;
  private turns = 0;
  private pid = 4711;

  constructor(
    private readonly story: Story,
    private readonly zone: ZoneMinutes,
    private readonly random: Random,
    private readonly hasHooks: boolean,
    now: number,
  ) {
    story.now = now;
    this.idleSince = now;
    this.story.registry('idle', { startedAt: now, version });
    this.story.line({ kind: 'other', version });
    this.hook('SessionStart');
  }

  get isBusy(): boolean {
    return this.busyUntil > 0;
  }

  /** Does what is due; false if nothing was. */
  act(now: number): boolean {
    this.story.now = now;
    if (!this.isOpen || now < this.busyUntil) return false;
    if (this.isBusy) {
      this.endTurn(now);
      return true;
    }
    const due = this.tasks.filter(({ isStuck, next }) => !isStuck && next <= now);
    for (const task of due) if (!this.isBusy) this.start(task, now);
    return due.length > 0;
  }

  /** Time at which it acts next by itself, in ms since 1970. */
  get nextAct(): number {
    if (!this.isOpen) return Infinity;
    if (this.isBusy) return this.busyUntil;
    const due = this.tasks.filter(({ isStuck }) => !isStuck).map(({ next }) => next);
    // It looks once a second.
    return Math.min(Infinity, ...due) + this.random.between(1, 1_000);
  }

  /** A turn of the person, in which the agent may create or delete something. */
  prompt(now: number, change: 'nothing' | 'create' | 'delete'): void {
    this.story.now = now;
    this.beginTurn(
      now,
      `Prompt ${(this.turns += 1)}`,
      true,
      this.random.between(10, 5_400) * 1_000,
    );
    if (change === 'create') this.create(now);
    else if (change === 'delete') this.delete();
  }

  /** Deletes a job in the client's own list: only the list at the end of the next turn shows it. */
  deleteByPerson(now: number): void {
    this.story.now = now;
    const job = this.tasks.find(({ kind, recurring }) => kind === 'job' && recurring);
    if (job === undefined || !this.hasHooks) return;
    this.tasks.splice(this.tasks.indexOf(job), 1);
    this.beginTurn(now, 'Go on', true, 5_000);
  }

  kill(now: number): void {
    this.story.now = now;
    this.story.gone('killed', this.pid);
    this.isOpen = false;
    this.busyUntil = 0;
  }

  /** `--resume`: recurring jobs are armed again, nothing else is. */
  resume(now: number): void {
    this.story.now = now;
    this.pid += 1;
    this.isOpen = true;
    this.idleSince = now;
    this.story.registry('idle', { pid: this.pid, startedAt: now, version });
    this.hook('SessionStart', { source: 'resume' });
    const kept = this.tasks.filter(
      ({ recurring, createdAt, maxAgeMs }) => recurring && now < createdAt + maxAgeMs,
    );
    this.lost.push(...this.tasks.filter((task) => !kept.includes(task)));
    this.tasks.splice(0, Infinity, ...kept);
    const countsAnew = this.random.next() < 0.5;
    for (const task of kept) {
      task.latest = this.startAfter(task, now);
      if (countsAnew) task.next = task.latest;
    }
  }

  private start(task: SimulatedTask, now: number): void {
    const isWakeup = task.kind === 'wakeup';
    this.story.line({ kind: 'schedule', news: { kind: 'started', id: task.id, isWakeup } });
    task.wasStuck = false;
    const isLast = !task.recurring || now - task.createdAt >= task.maxAgeMs;
    if (isLast) this.tasks.splice(this.tasks.indexOf(task), 1);
    else task.earliest = task.latest = task.next = this.startAfter(task, now);
    this.beginTurn(now, task.prompt, false, this.random.between(3, 600) * 1_000);
    if (isWakeup && this.random.next() < 0.7) this.createWakeup(now);
  }

  private startAfter({ cron, id }: Pick<SimulatedTask, 'cron' | 'id'>, base: number): number {
    const time = this.zone.next(cron, base, false) ?? Infinity;
    const following = this.zone.next(cron, time, false) ?? Infinity;
    const period = following - time;
    if (/^\*\/\d+ \* \* \* \*$/u.test(cron) && period === 5 * minute) return base + period - 15_000;
    const share = Number.parseInt(id.slice(0, 8), 16) / 2 ** 32;
    return time + Math.min(share * 0.5 * period, 30 * minute);
  }

  private beginTurn(now: number, text: string, human: boolean, ms: number): void {
    this.busyUntil = now + ms;
    this.story.registry('busy', this.process);
    this.hook('UserPromptSubmit', { prompt: text });
    this.story.line({ kind: 'prompt', text, human });
  }

  private get process() {
    const { startedAt } = this.story.facts.processes.at(-1) ?? { startedAt: 0 };
    return { startedAt, pid: this.pid, version };
  }

  private endTurn(now: number): void {
    this.busyUntil = 0;
    this.idleSince = now;
    this.story.answered('Done.');
    this.hook('Stop', {
      session_crons: this.tasks.map(({ id, cron, recurring, prompt }) => ({
        id,
        schedule: cron,
        recurring,
        prompt,
      })),
    });
    this.story.registry('idle', this.process);
  }

  private create(now: number): void {
    const { random } = this;
    if (random.next() < 0.2 && !this.tasks.some(({ kind }) => kind === 'wakeup'))
      return this.createWakeup(now);
    const id = random.hex(8);
    const prompt = `Scheduled ${id}`;
    const recurring = random.next() < 0.7;
    const cron = recurring
      ? recurringCrons[random.between(0, recurringCrons.length - 1)]!
      : this.onceAt(now + random.between(5, 3_000) * minute);
    const maxAgeMs = random.next() < 0.3 ? 2 * day : 30 * day;
    const time = recurring ? undefined : this.zone.next(cron, now, true);
    const next =
      time === undefined
        ? this.startAfter({ cron, id }, now)
        : Math.max(time - this.early(time, id), now);
    const task = { id, kind: 'job', cron, recurring, prompt, createdAt: now, maxAgeMs } as const;
    this.tasks.push({
      ...task,
      next,
      earliest: next,
      latest: next,
      isStuck: false,
      wasStuck: false,
    });
    this.call(
      'CronCreate',
      { cron, prompt, recurring },
      {
        id,
        recurring,
        durable: false,
        nextFireAt: next,
        ...(recurring && { maxAgeMs }),
      },
    );
  }

  /** One-time runs at the half hour come up to 90 s early. */
  private early(time: number, id: string): number {
    const isRound = (time / minute) % 30 === 0;
    return isRound ? (Number.parseInt(id, 16) / 2 ** 32) * 90_000 : 0;
  }

  private onceAt(at: number): string {
    const date = new Date(at);
    return `${date.getMinutes()} ${date.getHours()} ${date.getDate()} ${date.getMonth() + 1} *`;
  }

  private createWakeup(now: number): void {
    const asked = this.random.between(1, 60) * minute;
    const next = Math.ceil((now + asked) / minute) * minute;
    const others = this.tasks.filter(({ kind }) => kind !== 'wakeup');
    const task: SimulatedTask = {
      id: this.random.hex(8),
      kind: 'wakeup',
      cron: '* * * * *',
      recurring: false,
      prompt: '/loop watch it',
      createdAt: now,
      maxAgeMs: 30 * day,
      next,
      earliest: next,
      latest: next,
      isStuck: false,
      wasStuck: false,
    };
    this.tasks.splice(0, Infinity, ...others, task);
    this.call(
      'ScheduleWakeup',
      { delaySeconds: asked / 1_000, prompt: task.prompt },
      { scheduledFor: next },
    );
  }

  private delete(): void {
    const jobs = this.tasks.filter(({ kind }) => kind === 'job');
    const job = jobs[this.random.between(0, Math.max(0, jobs.length - 1))];
    if (job === undefined) return;
    this.tasks.splice(this.tasks.indexOf(job), 1);
    this.call('CronDelete', { id: job.id }, { id: job.id });
  }

  private call(name: string, input: object, response: object): void {
    const id = this.random.serviceId('toolu');
    this.story.called(name, input, id);
    this.hook('PostToolUse', {
      tool_name: name,
      tool_input: input,
      tool_use_id: id,
      tool_response: response,
    });
    const result = { toolUseId: id, isError: false, rejected: false, response };
    this.story.line({ kind: 'toolResults', results: [result] });
  }

  private hook(event: string, fields: Parameters<Story['hook']>[1] = {}): void {
    if (this.hasHooks) this.story.hook(event, fields, this.pid);
  }
}

const recurringCrons = [
  '* * * * *',
  '*/5 * * * *',
  '*/7 * * * *',
  '0 * * * *',
  '30 */2 * * *',
  '30 2 * * *',
  '15 1 * * *',
  '0 9 * * *',
  '0 0 * * 1',
  '45 23 */2 * *',
];
