import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { PolicyVersion } from '@interpose/guardian-api';

import { judgeDraft } from '../../api/policies.ts';
import { Button } from '../../parts/button.tsx';
import { Choice, Field } from '../../parts/fields.tsx';
import { Failure, Loading } from '../../parts/notices.tsx';
import { DraftResult } from './draft-result.tsx';

interface Props {
  readonly versions: readonly PolicyVersion[];
  readonly serving: string;
}

const HOUR = 3_600_000;
const SPANS = [
  ['1', 'the last hour'],
  ['24', 'the last day'],
  ['168', 'the last week'],
] as const;

const MODULE = 'module';

/** Judges what was decided before by other policies; nothing runs and no agent is told. */
export function DraftForm({ versions, serving }: Props): ReactElement {
  const [source, setSource] = useState<string>(MODULE);
  const [module, setModule] = useState('');
  const [hours, setHours] = useState<(typeof SPANS)[number][0]>('24');
  const judging = useMutation({
    mutationFn: () => {
      const to = Date.now();
      const draft = source === MODULE ? { module: module.trim() } : { digest: source };
      return judgeDraft({ ...draft, from: to - Number(hours) * HOUR, to });
    },
  });
  return (
    <div className="stack">
      <div className="filter-bar">
        <Choice
          label="Draft"
          value={source}
          options={sourcesOf(versions, serving)}
          onChange={setSource}
        />
        {source === MODULE && <PathField value={module} onChange={setModule} />}
        <Choice label="Over" value={hours} options={SPANS} onChange={setHours} />
        <Button
          kind="primary"
          onPress={() => judging.mutate()}
          isPending={judging.isPending}
          isDisabled={source === MODULE && module.trim() === ''}
        >
          Compare
        </Button>
      </div>
      {judging.isPending && <Loading lines={3} />}
      {judging.error !== null && <Failure error={judging.error} />}
      {judging.data !== undefined && !judging.isPending && <DraftResult draft={judging.data} />}
    </div>
  );
}

interface PathProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function PathField(props: PathProps): ReactElement {
  return (
    <Field {...props} label="Path on the guardian’s machine" placeholder="./policies.ts" code />
  );
}

/** A module, or any version that was loaded before. */
function sourcesOf(
  versions: readonly PolicyVersion[],
  serving: string,
): readonly (readonly [string, string])[] {
  const others = versions.filter(({ digest, state }) => digest !== serving && state !== 'refused');
  return [
    [MODULE, 'a module file'],
    ...others.map(
      ({ digest, policies }) => [digest, `${digest.slice(0, 8)}: ${policies.join(', ')}`] as const,
    ),
  ];
}
