import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
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
import type { Seen } from './use-seen.ts';

interface Props {
  readonly detail: WholeApproval;
  readonly rows: readonly Approval[];
  readonly seen: Omit<Seen, 'end'>;
  readonly onDone: () => void;
}

/** Yes, no, yes with other arguments, or an answer instead of the tool; with words that the model reads. */
export function AnswerBar({ detail, rows, seen, onDone }: Props): ReactElement {
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
      <Ways detail={detail} answering={answering} seen={seen} />
      {answering.error !== null && <Failure error={answering.error} />}
    </footer>
  );
}

interface WaysProps {
  readonly detail: WholeApproval;
  readonly answering: Answering;
  readonly seen: Omit<Seen, 'end'>;
}

type Way = 'buttons' | 'change' | 'reply';

function Ways({ detail, answering, seen }: WaysProps): ReactElement {
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
        seen={seen}
        isPending={isPending}
        onAnswer={(decision) => answer({ decision, ...say })}
        onWay={setWay}
      />
    </>
  );
}

interface ButtonsProps {
  readonly seen: Omit<Seen, 'end'>;
  readonly isPending: boolean;
  readonly onAnswer: (decision: 'approve' | 'deny') => void;
  readonly onWay: (way: Way) => void;
}

/** A key or a click that was meant for the ask before must not answer this one: a double click takes half a second. */
const CALM_MS = 500;

/** Four ways, each with its key, while no text is being written. A yes waits until the whole call was seen. */
function Buttons({ seen, isPending, onAnswer, onWay }: ButtonsProps): ReactElement {
  const { isSeen, goToEnd } = seen;
  const isCalm = useCalm();
  const approve = (): void => {
    if (!isSeen) goToEnd();
    else if (isCalm) onAnswer('approve');
  };
  const deny = (): void => void (isCalm && onAnswer('deny'));
  useKeys('This ask', [
    { keys: 'y', does: 'approve this call, once all of it was seen', run: approve },
    { keys: 'n', does: 'deny it', run: deny },
    { keys: 'e', does: 'change its arguments', run: () => onWay('change') },
    { keys: 'r', does: 'reply instead of the tool', run: () => onWay('reply') },
  ]);
  return (
    <>
      {!isSeen && <Below onGo={goToEnd} />}
      <div className="line">
        <Button
          kind="primary"
          keys="y"
          onPress={approve}
          isPending={isPending}
          isDisabled={!isCalm || !isSeen}
        >
          Approve
        </Button>
        <Button kind="danger" keys="n" onPress={deny} isPending={isPending} isDisabled={!isCalm}>
          Deny
        </Button>
        <Button keys="e" onPress={() => onWay('change')}>
          Change arguments
        </Button>
        <Button keys="r" onPress={() => onWay('reply')}>
          Reply instead
        </Button>
      </div>
    </>
  );
}

function Below({ onGo }: { readonly onGo: () => void }): ReactElement {
  return (
    <p role="status" className="line below">
      The call goes on below.
      <Button onPress={onGo}>Go to its end</Button>
    </p>
  );
}

/** False for a moment after the buttons came. */
function useCalm(): boolean {
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), CALM_MS);
    return () => clearTimeout(timer);
  }, []);
  return isCalm;
}
