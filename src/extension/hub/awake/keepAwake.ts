import type { Summary } from '../../../shared/protocol/protocol';
import { Coalescer } from '../../util/coalesce';
import { findProgram } from '../../util/findProgram';
import type { Log } from '../../util/log';
import { programEnvironment } from '../../util/tether/programEnvironment';
import { TetheredProgram } from '../../util/tether/tethered';
import type { SummaryPart } from '../domain/card/cardPart';
import type { Inhibitor } from './inhibitor';

export interface KeepAwakeParts {
  /** Folder of the script that ends the program together with the hub. */
  readonly scripts: string;
  readonly env: NodeJS.ProcessEnv;
  /** Undefined on a system for which no program is known. */
  readonly inhibitor: Inhibitor | undefined;
  /** True while a session of this computer is in the group Running. */
  readonly isRunning: () => boolean;
  /** Refreshes the summary. */
  readonly refresh: () => void;
  readonly log: Log;
}

/**
 * Keeps the computer awake while sessions run, if the setting is on, with a program of the system.
 * The program runs only then, and ends with the hub in any case.
 */
export class KeepAwake implements SummaryPart {
  private isWanted = false;
  private isClosed = false;
  private program: TetheredProgram | undefined;
  /**
   * True once the program could not be started; it is started again only after the setting changed.
   */
  private hasFailed = false;
  private readonly changes = new Coalescer(() => this.apply());

  constructor(private readonly parts: KeepAwakeParts) {}

  summaryAt(): Pick<Summary, 'keepsAwake'> {
    return { keepsAwake: this.program === undefined ? undefined : true };
  }

  /** Applies the setting. */
  set(isWanted: boolean): void {
    if (isWanted === this.isWanted) return;
    this.isWanted = isWanted;
    this.hasFailed = false;
    this.update();
  }

  /** Starts or ends the program, according to the setting and the sessions. */
  update(): void {
    const shouldRun = this.shouldRun();
    if (shouldRun ? this.program !== undefined || this.hasFailed : this.program === undefined)
      return;
    void this.changes.run();
  }

  /** Ends the program; resolves when it has ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.changes.run();
  }

  private shouldRun(): boolean {
    return this.isWanted && !this.isClosed && this.parts.isRunning();
  }

  private async apply(): Promise<void> {
    if (!this.shouldRun()) {
      const { program } = this;
      this.program = undefined;
      if (program === undefined) return;
      await program.end();
      this.parts.log.info('The computer may sleep again');
    } else if (this.program === undefined && !this.hasFailed) {
      // A system that is out of memory or processes refuses to start a program.
      await this.start().catch((error: unknown) => this.fail(String(error)));
    }
    this.parts.refresh();
    this.update();
  }

  private async start(): Promise<void> {
    const { inhibitor, env, scripts, log } = this.parts;
    if (inhibitor === undefined)
      return this.fail('this system has no program for it that is known');
    const file = await findProgram(inhibitor.program, env, { folders: systemFolders(env) });
    if (file === undefined) return this.fail(`${inhibitor.program} was not found`);
    if (!this.shouldRun()) return;
    const place = { scripts, env: programEnvironment(env) };
    const program = new TetheredProgram(file, inhibitor.args, place);
    this.program = program;
    log.info(`The computer is kept awake by ${inhibitor.program} while sessions run`);
    void program.ended.then(() => {
      if (this.program !== program) return;
      this.program = undefined;
      const [line = ''] = program.lastOutput.trim().split('\n');
      this.fail(`${inhibitor.program} ended${line === '' ? '' : `: ${line}`}`);
      this.parts.refresh();
    });
  }

  private fail(reason: string): void {
    this.hasFailed = true;
    this.parts.log.warn(
      `The computer can’t be kept awake: ${reason}. It is tried again when the setting is switched off and on.`,
    );
  }
}

/** Folders that are not in the `PATH` of every editor. */
function systemFolders(env: NodeJS.ProcessEnv): readonly string[] {
  const root = env['SystemRoot'] ?? env['SYSTEMROOT'] ?? 'C:\\Windows';
  return ['/usr/bin', '/bin', `${root}\\System32\\WindowsPowerShell\\v1.0`];
}
