import type { ReactElement, ReactNode } from 'react';
import {
  Checkbox,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField,
} from 'react-aria-components';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly lines?: number;
  readonly type?: 'text' | 'password' | 'email' | 'url' | 'search' | 'number';
  readonly isRequired?: boolean;
  readonly focus?: boolean;
  readonly code?: boolean;
  /** How such a text looks, while there is none. */
  readonly placeholder?: string;
}

/** A text with its label, one line or several. */
export function Field(props: FieldProps): ReactElement {
  const { label, value, onChange, hint, error, lines, type = 'text', focus = false } = props;
  const look = props.code === true ? 'input code' : 'input';
  return (
    <TextField
      className="field"
      value={value}
      onChange={onChange}
      isInvalid={error !== undefined}
      isRequired={props.isRequired ?? false}
      autoFocus={focus}
      type={type}
      validationBehavior="aria"
    >
      <Label>{label}</Label>
      {lines === undefined ? (
        <Input
          className={look}
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder ?? ''}
        />
      ) : (
        <TextArea className={look} rows={lines} spellCheck={props.code !== true} />
      )}
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </TextField>
  );
}

interface ToggleProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

export function Toggle({ isSelected, onChange, isDisabled, children }: ToggleProps): ReactElement {
  return (
    <Checkbox
      className="toggle"
      isSelected={isSelected}
      onChange={onChange}
      isDisabled={isDisabled ?? false}
    >
      <span className="box" aria-hidden="true">
        <svg viewBox="0 0 16 16">
          <path d="M3 8.5l3.2 3L13 5" />
        </svg>
      </span>
      <span>{children}</span>
    </Checkbox>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}

/** One of a few, as the browser's own list: it works by keyboard and on telephones. */
export function Choice<Value extends string>(props: ChoiceProps<Value>): ReactElement {
  const { label, value, options, onChange } = props;
  return (
    <label className="field">
      <span>{label}</span>
      <select
        className="input"
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
