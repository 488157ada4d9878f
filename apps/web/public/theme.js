// Runs before the first paint, so that a theme chosen earlier does not flash. src/ui/theme.ts keeps the choice.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is forbidden here: the page follows the system.
}
