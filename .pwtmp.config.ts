import base from './playwright.config.ts';
const use: any = base.use;
export default { ...base, workers: Number(process.env.XW ?? 3), use: { ...use, ...(process.env.REUSE && { reuseContext: true }) } };
