/** Filters the table of generator types by the words in its field. A row must contain all of them. */
export function prepareCatalogue(): void {
  const find = document.querySelector<HTMLElement>('[data-find]');
  const input = find?.querySelector('input');
  const count = find?.querySelector('[data-count]');
  if (!find || !input || !count) return;
  const rows = [...document.querySelectorAll<HTMLTableRowElement>('.catalogue tbody tr')].map((row) => ({
    row,
    text: row.textContent.toLowerCase(),
  }));
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const { row, text } of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) shown++;
    }
    count.textContent = shown === 1 ? '1 type' : `${shown} types`;
  };
  input.addEventListener('input', filter);
  find.hidden = false;
  filter();
}
