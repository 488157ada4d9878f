import type { Errors } from '../../../state/config.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { focusBefore } from '../../../ui/focus.ts';
import { TextInput } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import type { BurstRow } from './rate-model.ts';

const REPEATS = [
  { value: 'every', label: 'At intervals' },
  { value: 'at', label: 'At times (cron)' },
] as const;

/** What an empty field means. */
const PLACEHOLDERS: Readonly<Partial<Record<keyof BurstRow, string>>> = { rest: '1', jitter: '0' };

/** A new burst. */
export const NEW_BURST: BurstRow = {
  repeat: 'every',
  when: '10m',
  for: '30s',
  times: '5',
  rest: '',
  jitter: '',
};

/** Bursts: for so long the rate is so many times as high. */
export const BurstList = ({
  bursts,
  errors,
  disabled,
  onBursts,
}: {
  readonly bursts: readonly BurstRow[];
  readonly errors: Errors;
  readonly disabled: boolean;
  readonly onBursts: (bursts: readonly BurstRow[]) => void;
}) => (
  <>
    {bursts.map((burst, i) => (
      <fieldset key={i} className="burst">
        <legend className="sr">{`Burst ${i + 1}`}</legend>
        <BurstFields
          burst={burst}
          errorOf={(name) => (errors[`rate.bursts.${i}.${name}`] ?? [])[0]}
          onBurst={(changed) => onBursts(bursts.with(i, changed))}
        />
        {bursts.length > 1 && (
          <Button
            look="link"
            className="small"
            onClick={({ currentTarget }) => {
              focusBefore(currentTarget.closest('.burst'));
              onBursts(bursts.toSpliced(i, 1));
            }}
          >
            Remove this burst
          </Button>
        )}
      </fieldset>
    ))}
    <Button
      look="link"
      className="small"
      disabled={disabled}
      onClick={() => onBursts([...bursts, NEW_BURST])}
    >
      Add a burst
    </Button>
  </>
);

function BurstFields({
  burst,
  errorOf,
  onBurst,
}: {
  readonly burst: BurstRow;
  readonly errorOf: (name: string) => string | undefined;
  readonly onBurst: (burst: BurstRow) => void;
}) {
  const { repeat } = burst;
  const text = (name: 'when' | 'for' | 'times' | 'rest' | 'jitter', label: string, hint: string) => (
    <Field label={label} hint={hint} error={errorOf(name === 'when' ? repeat : name)}>
      {(control) => (
        <TextInput
          {...control}
          mono={name === 'when' && repeat === 'at'}
          value={burst[name]}
          placeholder={PLACEHOLDERS[name]}
          onValue={(value) => onBurst({ ...burst, [name]: value })}
        />
      )}
    </Field>
  );
  return (
    <div className="burst-fields">
      <Field label="Repeat">
        {(control) => (
          <Select
            {...control}
            value={repeat}
            options={REPEATS}
            onValue={(chosen) =>
              onBurst({ ...burst, repeat: chosen, when: chosen === 'at' ? '0 2 * * *' : '10m' })
            }
          />
        )}
      </Field>
      {repeat === 'every'
        ? text('when', 'Every', '7m, 3h')
        : text('when', 'At', 'Minute, hour, day, month, weekday')}
      {text('for', 'For', '20s, 30m')}
      {text('times', 'Times', 'Factor during a burst; 0 is a gap')}
      {text('rest', 'Otherwise', 'Factor between bursts: 1')}
      {repeat === 'every' && text('jitter', 'Jitter', '0 to 1: at random within the cycle')}
    </div>
  );
}
