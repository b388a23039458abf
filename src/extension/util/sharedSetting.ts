/**
 * A person's setting that each window reports to its hub, and that applies to all windows. A window
 * with the default value, such as one with a different profile or one that is still loading,
 * changes nothing. A change in a window takes effect at once; otherwise the order in which windows
 * connect does not matter.
 */
export class SharedSetting<T> {
  /** Values of the connected windows. */
  private readonly reported = new Map<string, T>();
  /** The last change in a window that is still connected. */
  private changed: { readonly window: string; readonly value: T } | undefined;
  private isSet = false;
  private current: T;

  constructor(
    private readonly usual: T,
    /** True for the default value, which is ignored. */
    private readonly isDefault: (value: T) => boolean,
    /** False for a permission, which ends with the last window that gives it. */
    private readonly isLasting = true,
  ) {
    this.current = usual;
  }

  /** The effective value. */
  get value(): T {
    return this.current;
  }

  /** Sets the value until a window reports its own. */
  setInitial(value: T): void {
    this.current = value;
    this.isSet = !this.isDefault(value);
  }

  /** Applies a window's value; returns the effective value. */
  apply(window: string, value: T): T {
    const before = this.reported.get(window);
    const isChange = before !== undefined && textOf(before) !== textOf(value);
    this.reported.set(window, value);
    if (isChange && !this.isDefault(value)) this.changed = { window, value };
    else if (isChange && this.changed?.window === window) this.changed = undefined;
    const given = this.findGiven();
    if (given !== undefined) this.current = given;
    else if (isChange || !this.isSet) this.current = value;
    this.isSet = !this.isDefault(this.current);
    return this.current;
  }

  /**
   * Called when a window disconnected. The value of a lasting setting stays in effect, because the
   * window may return.
   */
  removeWindow(window: string): void {
    this.reported.delete(window);
    if (this.changed?.window === window) {
      const { value } = this.changed;
      const [successor] = [...this.reported].find(([, one]) => textOf(one) === textOf(value)) ?? [];
      this.changed = successor === undefined ? undefined : { window: successor, value };
    }
    if (this.isLasting) return;
    this.current = this.findGiven() ?? this.usual;
    this.isSet = !this.isDefault(this.current);
  }

  /** The value that the connected windows give; undefined if all have the default. */
  private findGiven(): T | undefined {
    if (this.changed !== undefined) return this.changed.value;
    const [first] = [...this.reported.values()]
      .filter((one) => !this.isDefault(one))
      .sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
    return first;
  }
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? '';
}
