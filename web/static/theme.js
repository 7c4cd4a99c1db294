/* Before the first paint, so that a dark page never flashes white. */
(() => {
  let theme;
  try {
    theme = localStorage.getItem('theme');
  } catch {}
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
})();
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installPrompt = event;
});
addEventListener(
  'error',
  ({ target }) => {
    if (target.type === 'module') document.body.append(document.querySelector('template').content);
  },
  true,
);
