/**
 * A person's setting that each window reports to its hub, and that applies to all windows. A window
 * with the default value, such as one with a different profile or one that is still loading,
 * changes nothing. A change in a window takes effect at once; otherwise the order in which windows
 * connect does not matter.
 */
export class SharedSetting<T> {
  /** Values of the connected windows. */
  private readonly told = new Map<string, T>();
  /** The last change in a window that is still connected. */
  private changed: { readonly window: string; readonly value: T } | undefined;
  private isSet = false;

  constructor(
    private current: T,
    /** True for the default value, which is ignored. */
    private readonly isUsual: (value: T) => boolean,
  ) {}

  /** The effective value. */
  get value(): T {
    return this.current;
  }

  /** Sets the value until a window reports its own. */
  setInitial(value: T): void {
    this.current = value;
    this.isSet = !this.isUsual(value);
  }

  /** Applies a window's value; returns the effective value. */
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

  /**
   * Called when a window disconnected. Its value stays in effect, because the window may return.
   */
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
