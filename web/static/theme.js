/* Before the first paint, so that a dark page never flashes white. */
(() => {
  let theme = 'system';
  try {
    theme = localStorage.getItem('theme') || 'system';
  } catch {}
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
})();
/* See web/device/install.ts. */
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installPrompt = event;
});
/* See web/index.html. */
addEventListener(
  'error',
  ({ target }) => {
    if (target.type === 'module') document.body.append(document.querySelector('template').content);
  },
  true,
);
