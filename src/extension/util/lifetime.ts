/** A resource that is released once; structurally compatible with the editor's `Disposable`. */
export interface Disposable {
  dispose(): void;
}

export function toDisposable(dispose: () => void): Disposable {
  return { dispose };
}

/**
 * Owns disposables. Adding after disposal disposes at once, a child that throws does not prevent
 * disposing the others, and disposing twice is harmless.
 */
export class DisposableStore implements Disposable {
  private readonly children = new Set<Disposable>();
  private disposed = false;

  get isDisposed(): boolean {
    return this.disposed;
  }

  add<T extends Disposable>(child: T): T {
    if (this.disposed) child.dispose();
    else this.children.add(child);
    return child;
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    const errors: unknown[] = [];
    for (const child of this.children) {
      try {
        child.dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    this.children.clear();
    if (errors.length > 0) throw new AggregateError(errors, 'Some resources were not released');
  }
}

/** Holds one resource; setting a new one disposes the previous one. */
export class DisposableSlot<T extends Disposable> implements Disposable {
  private current: T | undefined;
  private disposed = false;

  get value(): T | undefined {
    return this.current;
  }

  set value(next: T | undefined) {
    if (next === this.current) return;
    const previous = this.current;
    this.current = this.disposed ? undefined : next;
    if (this.disposed) next?.dispose();
    previous?.dispose();
  }

  dispose(): void {
    this.disposed = true;
    const previous = this.current;
    this.current = undefined;
    previous?.dispose();
  }
}
