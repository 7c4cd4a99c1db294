/** A company that was here no longer ago than this works still. */
const WORKS_MS = 5000;

/** Which companies work at present, in whatever lane: one for all lanes of a process. */
export class Present {
  /** The two companies that came last, the later one first. */
  #came: { company: string; at: number }[] = [];

  note({ company, passes }: { company: string; passes?: boolean }): void {
    if (passes) return;
    const others = this.#came.filter((one) => one.company !== company);
    this.#came = [{ company, at: performance.now() }, ...others.slice(0, 1)];
  }

  /** Does another company work at present? */
  isBeside(company: string): boolean {
    const other = this.#came.find((one) => one.company !== company);
    return other !== undefined && performance.now() - other.at < WORKS_MS;
  }
}
