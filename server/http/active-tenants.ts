/** A company counts as active for this long after its last request. */
const WORKS_MS = 5000;

/** The recently active companies, over all lanes of a process. */
export class ActiveTenants {
  /** The two most recently active companies, latest first. */
  #came: { company: string; at: number }[] = [];

  note({ company, noTenant }: { company: string; noTenant?: boolean }): void {
    if (noTenant) return;
    const others = this.#came.filter((one) => one.company !== company);
    this.#came = [{ company, at: performance.now() }, ...others.slice(0, 1)];
  }

  /** Whether a company other than this one is active. */
  othersActive(company: string): boolean {
    const other = this.#came.find((one) => one.company !== company);
    return other !== undefined && performance.now() - other.at < WORKS_MS;
  }
}
