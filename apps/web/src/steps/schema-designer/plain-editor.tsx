/** Works in place of the editor until that has loaded. */
export const PlainEditor = ({
  content,
  locked,
  onEdit,
}: {
  readonly content: string;
  readonly locked: boolean;
  readonly onEdit: (content: string) => void;
}) => (
  <textarea
    className="ed code plain"
    aria-label="Schema, JSON editor"
    value={content}
    readOnly={locked}
    spellCheck={false}
    rows={content.split('\n').length}
    onChange={(event) => onEdit(event.currentTarget.value)}
  />
);
