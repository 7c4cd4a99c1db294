/** Beside a set that was missing when the audit began: seeing it finds it again. */
export const WasMissing = () => (
  <span className="text-hint whitespace-nowrap text-amber-800 dark:text-amber-300">was Missing</span>
);
