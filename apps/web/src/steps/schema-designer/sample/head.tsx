/** Title of the dialog, a line about it, and the button that closes it. */
export const Head = ({
  title,
  line,
  onLeave,
}: {
  readonly title: string;
  readonly line: string;
  readonly onLeave: () => void;
}) => (
  <div className="dlg-head">
    <div>
      <h2 id="sample-title">{title}</h2>
      <p>{line}</p>
    </div>
    <button className="mini" type="button" onClick={onLeave}>
      Close <kbd>Esc</kbd>
    </button>
  </div>
);
