import { useState, type ReactElement } from 'react';
import type { Facet, SessionPage } from '@interpose/guardian-api';

import type { SessionFilters } from '../../app/session-filters.ts';
import type { Verb } from '../../api/decisions.ts';
import { FACETS } from '../../api/sessions.ts';
import { Button } from '../../parts/button.tsx';
import { Toggle } from '../../parts/fields.tsx';
import { briefly } from '../../parts/numbers.ts';
import { plainText } from '../../parts/values/plain-text.ts';
import { VerdictShape } from '../../parts/verdict.tsx';

interface Props {
  /** Undefined until they are counted. */
  readonly facets: SessionPage['facets'] | undefined;
  readonly filters: SessionFilters;
  readonly onChange: (next: Partial<Record<Narrowing, unknown>>) => void;
}

type Narrowing = Facet | 'failed';

const NARROWINGS: readonly Narrowing[] = [...FACETS, 'failed'];

const TITLES: Readonly<Record<Facet, string>> = {
  verb: 'Verdict',
  policy: 'Policy',
  agent: 'Agent',
  tool: 'Tool',
  code: 'Code',
  user: 'User',
};

/** What one may narrow down by, each with how many sessions it would leave. */
export function Facets({ facets, filters, onChange }: Props): ReactElement {
  const chosen = NARROWINGS.flatMap((one) => filters[one] ?? []).length;
  return (
    <details className="facets" open={isWide()}>
      <summary>Filters{chosen > 0 && ` (${chosen})`}</summary>
      {FACETS.map((facet) => (
        <FacetGroup
          key={facet}
          facet={facet}
          counts={facets?.[facet] ?? {}}
          chosen={filters[facet] ?? []}
          onChange={(values) => onChange({ [facet]: values.length === 0 ? undefined : values })}
        />
      ))}
      <fieldset className="facet">
        <legend>Errors</legend>
        <Toggle
          isSelected={filters.failed === 'true'}
          onChange={(isOn) => onChange({ failed: isOn ? 'true' : undefined })}
        >
          <span className="facet-value">only with errors</span>
        </Toggle>
      </fieldset>
      {chosen > 0 && (
        <Button
          kind="quiet"
          onPress={() => onChange(Object.fromEntries(NARROWINGS.map((one) => [one, undefined])))}
        >
          Clear filters
        </Button>
      )}
    </details>
  );
}

const FEW = 6;

interface GroupProps {
  readonly facet: Facet;
  readonly counts: Readonly<Record<string, number>>;
  readonly chosen: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

function FacetGroup({ facet, counts, chosen, onChange }: GroupProps): ReactElement | undefined {
  const [isWhole, setWhole] = useState(false);
  const values = [...new Set([...Object.keys(counts), ...chosen])].toSorted(
    (left, right) => (counts[right] ?? 0) - (counts[left] ?? 0) || left.localeCompare(right),
  );
  if (values.length === 0) return undefined;
  const shown = isWhole ? values : values.filter((one, at) => at < FEW || chosen.includes(one));
  const flip = (value: string, isOn: boolean): void =>
    onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value));
  return (
    <fieldset className="facet">
      <legend>{TITLES[facet]}</legend>
      {shown.map((value) => (
        <Toggle
          key={value}
          isSelected={chosen.includes(value)}
          onChange={(isOn) => flip(value, isOn)}
        >
          <span className="facet-value">
            {facet === 'verb' && <VerdictShape verb={value as Verb} />}
            {plainText(value)}
          </span>
          <span className="facet-count">{briefly(counts[value] ?? 0)}</span>
        </Toggle>
      ))}
      {values.length > shown.length && (
        <Button kind="quiet" onPress={() => setWhole(true)}>
          {`${values.length - shown.length} more`}
        </Button>
      )}
    </fieldset>
  );
}

function isWide(): boolean {
  return matchMedia('(min-width: 900px)').matches;
}
