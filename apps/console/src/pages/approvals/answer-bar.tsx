import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import type { Approval, WholeApproval } from '@interpose/guardian-api';

import { may, meQuery } from '../../api/person.ts';
import { useKeys } from '../../keys/key-map.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Toggle } from '../../parts/fields.tsx';
import { Failure } from '../../parts/notices.tsx';
import { plural } from '../../parts/numbers.ts';
import { ChangedArguments } from './changed-arguments.tsx';
import { equalAsks } from './equal-asks.ts';
import { OwnAnswer } from './own-answer.tsx';
import { useAnswering, type Answering } from './use-answering.ts';

interface Props {
  readonly detail: WholeApproval;
  readonly rows: readonly Approval[];
  readonly onDone: () => void;
}

/** Yes, no, yes with other arguments, or an answer instead of the tool; with words that the model reads. */
export function AnswerBar({ detail, rows, onDone }: Props): ReactElement {
  const { data: me } = useQuery(meQuery);
  const equal = useMemo(() => equalAsks(detail, rows), [detail, rows]);
  const [isForAll, setForAll] = useState(false);
  const answering = useAnswering(detail, isForAll ? equal : [], onDone);
  if (detail.state !== 'waiting')
    return (
      <footer className="answer-bar">
        <p role="status">This ask is over: {detail.state}. Its answer cannot be changed.</p>
      </footer>
    );
  if (!may(me, 'approver'))
    return (
      <footer className="answer-bar">
        <p role="status">
          You may look at this ask; answering takes the role approver. Ask an admin.
        </p>
      </footer>
    );
  return (
    <footer className="answer-bar">
      {equal.length > 0 && (
        <Toggle isSelected={isForAll} onChange={setForAll}>
          Give the same answer to {plural(equal.length, 'identical ask')} waiting
        </Toggle>
      )}
      <Ways detail={detail} answering={answering} />
      {answering.error !== null && <Failure error={answering.error} />}
    </footer>
  );
}

interface WaysProps {
  readonly detail: WholeApproval;
  readonly answering: Answering;
}

type Way = 'buttons' | 'change' | 'reply';

function Ways({ detail, answering }: WaysProps): ReactElement {
  const [way, setWay] = useState<Way>('buttons');
  const [words, setWords] = useState('');
  const say = words.trim() === '' ? {} : { words: words.trim() };
  const { answer, isPending } = answering;
  const back = (): void => setWay('buttons');
  const wordsField = (
    <Field label="Words to the model (optional)" value={words} onChange={setWords} lines={2} />
  );
  if (way === 'change')
    return (
      <ChangedArguments
        args={detail.args}
        words={wordsField}
        isPending={isPending}
        onCancel={back}
        onSend={(args) => answer({ decision: 'change', args, ...say })}
      />
    );
  if (way === 'reply')
    return (
      <OwnAnswer
        words={wordsField}
        isPending={isPending}
        onCancel={back}
        onSend={(result) => answer({ decision: 'answer', result, ...say })}
      />
    );
  return (
    <>
      {wordsField}
      <Buttons
        isPending={isPending}
        onAnswer={(decision) => answer({ decision, ...say })}
        onWay={setWay}
      />
    </>
  );
}

interface ButtonsProps {
  readonly isPending: boolean;
  readonly onAnswer: (decision: 'approve' | 'deny') => void;
  readonly onWay: (way: Way) => void;
}

/** A key that was meant for the ask before must not answer this one. */
const CALM_MS = 400;

/** Four ways, each with its key, while no text is being written. */
function Buttons({ isPending, onAnswer, onWay }: ButtonsProps): ReactElement {
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  const calmly = (decision: 'approve' | 'deny') => () => {
    if (performance.now() - shownAt.current >= CALM_MS) onAnswer(decision);
  };
  useKeys('This ask', [
    { keys: 'y', does: 'approve this call', run: calmly('approve') },
    { keys: 'n', does: 'deny it', run: calmly('deny') },
    { keys: 'e', does: 'change its arguments', run: () => onWay('change') },
    { keys: 'r', does: 'reply instead of the tool', run: () => onWay('reply') },
  ]);
  return (
    <div className="line">
      <Button kind="primary" keys="y" onPress={() => onAnswer('approve')} isPending={isPending}>
        Approve
      </Button>
      <Button kind="danger" keys="n" onPress={() => onAnswer('deny')} isPending={isPending}>
        Deny
      </Button>
      <Button keys="e" onPress={() => onWay('change')}>
        Change arguments
      </Button>
      <Button keys="r" onPress={() => onWay('reply')}>
        Reply instead
      </Button>
    </div>
  );
}
