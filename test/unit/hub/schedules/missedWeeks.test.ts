import assert from 'node:assert/strict';
import { MissedRuns } from '../../../../src/extension/hub/schedules/missedRuns';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { HandClock } from '../../../support/handClock';
import { Story } from '../../../support/hub/story';
import { Random } from '../../../support/random';
import { SimulatedClient, type SimulatedTask } from '../../../support/schedules/simulatedClient';
import { ZoneMinutes } from '../../../support/schedules/zoneMinutes';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Weeks by their zone and first day: most have a change of the clock in their middle. */
const weeks = [
  ['Europe/Berlin', '2025-03-27'],
  ['Europe/Berlin', '2025-10-23'],
  ['America/New_York', '2025-03-06'],
  ['America/New_York', '2025-10-30'],
  ['Australia/Lord_Howe', '2025-04-03'],
  ['Australia/Lord_Howe', '2025-10-02'],
  ['America/Santiago', '2025-09-04'],
  ['Asia/Kolkata', '2025-06-02'],
  ['UTC', '2025-12-29'],
] as const;

const seedsPerWeek = 3;

/** Greatest time, in ms, between the moment at which a run must have come and its sign. */
const maxDelayMs = 2 * minute;

/** A simulated week of one client and one hub, and what the card must and must not show. */
class Week {
  private readonly clock: HandClock;
  private readonly random: Random;
  private readonly story = new Story();
  private readonly client: SimulatedClient;
  /** Names the session; what it says of its state is not read. */
  private readonly card: LiveSession;
  private missedRuns: MissedRuns;
  private isDirty = true;
  private shown: ReadonlySet<string> = new Set();
  private hubSince: number;
  private awakeSince: number;
  private closedAt = 0;
  /** Number of checks at which a run was shown as missed, and at which one had to be. */
  readonly counts = { shown: 0, required: 0, started: 0 };
  private hasHooks: boolean;
  /** Processes that ended before the hub started are unknown to it. */
  private forgotten = new Set<number>();

  constructor(zone: string, from: string, seed: number) {
    const start = Date.parse(`${from}T06:00:00Z`);
    this.random = new Random(`${zone} ${from} ${seed}`);
    this.clock = new HandClock(start);
    this.hasHooks = this.random.next() < 0.7;
    const minutes = new ZoneMinutes(zone, start - day, 18);
    this.client = new SimulatedClient(this.story, minutes, this.random, this.hasHooks, start);
    this.card = this.story.card;
    this.hubSince = this.awakeSince = start;
    this.missedRuns = this.startHub();
    this.client.prompt(start, 'create');
  }

  run(): void {
    const end = this.clock.now() + 7 * day;
    let nextEvent = this.clock.now() + 10 * minute;
    let nextCheck = this.clock.now();
    while (this.clock.now() < end) {
      const next = Math.min(nextEvent, nextCheck, this.client.nextAct);
      this.clock.go(Math.max(1, next - this.clock.now()));
      const now = this.clock.now();
      if (this.client.act(now)) this.isDirty = true;
      if (this.isDirty) this.refresh();
      if (now >= nextEvent) {
        this.event(now);
        this.refresh();
        nextEvent = this.clock.now() + this.random.between(1, 150) * minute;
      }
      if (this.clock.now() >= nextCheck) nextCheck = this.clock.now() + 30_000;
      this.check();
    }
  }

  /** An incident of a week. */
  private event(now: number): void {
    const { client, random } = this;
    const dice = random.next();
    const task = client.tasks[random.between(0, Math.max(0, client.tasks.length - 1))];
    if (dice < 0.1) {
      this.clock.sleep(random.between(1, 600) * minute);
      this.awakeSince = this.clock.now();
      // The hub's timers come before the client's.
      this.clock.go(0);
      this.refresh();
      this.check();
    } else if (dice < 0.2) {
      this.missedRuns.dispose();
      // Hooks are lost with a hub; transcripts and registry are read again.
      this.hasHooks = false;
      for (const { pid, gone } of this.story.facts.processes)
        if (gone !== undefined) this.forgotten.add(pid);
      this.hubSince = now;
      this.missedRuns = this.startHub();
    } else if (dice < 0.28) {
      if (client.isOpen) {
        client.kill(now);
        this.closedAt = now;
      }
    } else if (dice < 0.5) {
      if (!client.isOpen) client.resume(now);
    } else if (dice < 0.6 && task !== undefined) {
      task.isStuck = true;
      task.wasStuck = true;
    } else if (dice < 0.7) {
      for (const one of client.tasks) one.isStuck = false;
    } else if (dice < 0.72 && this.hasHooks && client.isOpen && !client.isBusy) {
      client.deleteByPerson(now);
    } else if (client.isOpen && !client.isBusy) {
      client.prompt(now, dice < 0.8 ? 'nothing' : dice < 0.95 ? 'create' : 'delete');
    }
    this.isDirty = true;
  }

  private startHub(): MissedRuns {
    const missedRuns = new MissedRuns({ clock: this.clock, touch: () => (this.isDirty = true) });
    missedRuns.start();
    return missedRuns;
  }

  private refresh(): void {
    this.story.now = this.clock.now();
    const { facts } = this.story;
    const processes = facts.processes.filter(({ pid }) => !this.forgotten.has(pid));
    const known = { ...facts, processes, hook: this.hasHooks ? facts.hook : undefined };
    this.isDirty = false;
    const { missed = [] } = this.missedRuns.fieldsOf(this.card, known);
    this.shown = new Set(missed.map(({ id }) => id));
  }

  private check(): void {
    if (this.isDirty) this.refresh();
    const now = this.clock.now();
    for (const id of this.shown) {
      const { tasks, lost, isOpen } = this.client;
      // A run that was lost with its process did not come either, which only its session knows.
      const known = isOpen ? tasks : [...tasks, ...lost];
      const task = known.find((one) => one.id === id || one.kind === id);
      if (task === undefined) this.fail(now, `${id} is shown as missed, but is not scheduled`);
      const mayBeMissed = isOpen ? task.wasStuck : true;
      if (!mayBeMissed || now < task.earliest)
        this.fail(now, 'is shown as missed, but is not', task);
      this.counts.shown += 1;
    }
    for (const task of this.client.tasks) {
      const isFree = this.client.isOpen ? task.isStuck && !this.client.isBusy : true;
      if (!isFree) continue;
      const heldUntil = this.client.isOpen ? this.client.idleSince : this.closedAt;
      const mustBy = Math.max(task.latest, heldUntil, this.hubSince, this.awakeSince);
      if (now <= mustBy + maxDelayMs) continue;
      this.counts.required += 1;
      const isShown = this.shown.has(task.id) || this.shown.has(task.kind);
      if (!isShown) this.fail(now, 'is missed, but not shown', task);
    }
  }

  /** Composes its message only when a check failed: most of the test's checks are made here. */
  private fail(now: number, what: string, task?: SimulatedTask): never {
    const when = new Date(now).toISOString();
    assert.fail(
      `${when}: ${task === undefined ? '' : `${JSON.stringify({ ...task, due: new Date(task.next), latest: new Date(task.latest) })} `}${what}; open ${this.client.isOpen}, busy ${this.client.isBusy}`,
    );
  }
}

describe('The signs of missed runs over a week', function () {
  this.timeout(240_000);
  const own = process.env['TZ'];
  afterEach(() => {
    if (own === undefined) delete process.env['TZ'];
    else process.env['TZ'] = own;
  });

  for (const [zone, from] of weeks) {
    it(`are reported for every run that did not start, and for no other, in ${zone} from ${from}`, () => {
      process.env['TZ'] = zone;
      const counts = { shown: 0, required: 0 };
      for (let seed = 1; seed <= seedsPerWeek; seed += 1) {
        const week = new Week(zone, from, seed);
        week.run();
        counts.shown += week.counts.shown;
        counts.required += week.counts.required;
      }
      assert.ok(counts.required > 50, `only ${counts.required} checks of a missed run`);
    });
  }
});
