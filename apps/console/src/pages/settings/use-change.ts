import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

/** Sends one change and reads the list again. */
export function useChange<Input, Answer>(
  list: string,
  send: (input: Input) => Promise<Answer>,
): UseMutationResult<Answer, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => client.invalidateQueries({ queryKey: ['settings', list] }),
  });
}
