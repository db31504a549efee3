import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Approval, WholeApproval } from '@interpose/guardian-api';
import { answerApproval, approvalQuery, type Answer } from '../../api/approvals.ts';

export interface Answering {
  readonly answer: (answer: Omit<Answer, 'digest'>) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** Sends an answer for one ask and those equal to it, each bound to its own digest. */
export function useAnswering(
  detail: WholeApproval,
  equal: readonly Approval[],
  onDone: () => void,
): Answering {
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: async (answer: Omit<Answer, 'digest'>) => {
      const all: readonly Approval[] = [detail, ...equal];
      for (const { id, digest } of all) await answerApproval(id, { ...answer, digest });
    },
    onSuccess: onDone,
    onSettled: () => {
      // Not waited for: while the guardian is away, the failure would show only once these gave up too.
      void client.invalidateQueries({ queryKey: ['approvals'] });
      void client.invalidateQueries({ queryKey: approvalQuery(detail.id).queryKey });
    },
  });
  return {
    answer: (answer) => {
      if (!sending.isPending) sending.mutate(answer);
    },
    isPending: sending.isPending,
    error: sending.error,
  };
}
