/** Loaded before a program (`--import`): its clock is wrong by CLOCK_SHIFT_MS, as that of a machine can be; everything else is as it is. */
const now = () => RealDate.now() + Number(process.env.CLOCK_SHIFT_MS ?? 0);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
