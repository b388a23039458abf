/** Days of this machine's calendar as numbers; a day may have 23 or 25 hours. */
export class LocalDays {
  private start = 0;
  private end = 0;
  private current = 0;

  /** 20260301 for the first of March 2026. */
  day(at: number): number {
    if (at < this.start || at >= this.end) {
      const date = new Date(at);
      const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
      this.start = new Date(year, month, day).getTime();
      this.end = new Date(year, month, day + 1).getTime();
      this.current = year * 10_000 + (month + 1) * 100 + day;
    }
    return this.current;
  }
}
