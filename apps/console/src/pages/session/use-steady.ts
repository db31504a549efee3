import { useCallback, useEffect, useRef } from 'react';

/** One function for as long as the component is shown, which calls the newest; rows that get it need not be drawn again. */
export function useSteady<Args extends readonly unknown[]>(
  newest: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(newest);
  useEffect(() => {
    latest.current = newest;
  });
  return useCallback((...args) => latest.current(...args), []);
}
