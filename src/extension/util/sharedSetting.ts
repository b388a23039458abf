/**
 * A setting of a person that each window tells its hub, and that holds in all of them. A window whose
 * settings say nothing, as that of another editor or profile or one that is still loading, changes
 * nothing. What a person changes in a window counts from then on; else the order in which windows came
 * does not matter.
 */
export class SharedSetting<T> {
  /** Values of the windows that are connected. */
  private readonly told = new Map<string, T>();
  /** The last change in a window that is still connected. */
  private changed: { readonly window: string; readonly value: T } | undefined;
  private isSet = false;

  constructor(
    private current: T,
    /** True for the default value, which counts as no opinion. */
    private readonly isUsual: (value: T) => boolean,
  ) {}

  /** The value that holds. */
  get value(): T {
    return this.current;
  }

  /** Sets what holds before a window has told its own. */
  setInitial(value: T): void {
    this.current = value;
    this.isSet = !this.isUsual(value);
  }

  /** Applies the value of a window; returns the one that holds. */
  apply(window: string, value: T): T {
    const before = this.told.get(window);
    const isChange = before !== undefined && textOf(before) !== textOf(value);
    this.told.set(window, value);
    if (isChange && !this.isUsual(value)) this.changed = { window, value };
    else if (isChange && this.changed?.window === window) this.changed = undefined;
    const [first] = [...this.told.values()]
      .filter((one) => !this.isUsual(one))
      .sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
    if (this.changed !== undefined) this.current = this.changed.value;
    else if (first !== undefined) this.current = first;
    else if (isChange || !this.isSet) this.current = value;
    this.isSet = !this.isUsual(this.current);
    return this.current;
  }

  /** The window is gone. Its value holds on, as it may come back. */
  leave(window: string): void {
    this.told.delete(window);
    if (this.changed?.window !== window) return;
    const { value } = this.changed;
    const [heir] = [...this.told].find(([, one]) => textOf(one) === textOf(value)) ?? [];
    this.changed = heir === undefined ? undefined : { window: heir, value };
  }
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? '';
}
