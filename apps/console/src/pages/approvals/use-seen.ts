import { useCallback, useEffect, useState } from 'react';

export interface Seen {
  /** Goes on the last element of what has to be seen. */
  readonly end: (element: HTMLElement | null) => void;
  readonly isSeen: boolean;
  readonly goToEnd: () => void;
}

/** Whether the end of something long has been on the screen, so that nobody answers for what lies below. */
export function useSeen(): Seen {
  const [element, end] = useState<HTMLElement | null>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (element === null || isSeen) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, isSeen]);
  const goToEnd = useCallback(() => element?.scrollIntoView({ block: 'end' }), [element]);
  return { end, isSeen, goToEnd };
}
