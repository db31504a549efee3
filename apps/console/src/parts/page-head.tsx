import { useEffect, type ReactElement, type ReactNode } from 'react';

interface Props {
  readonly title: string;
  /** The question this page answers. */
  readonly question?: ReactNode;
  readonly children?: ReactNode;
}

/** The heading of a page, which names the browser's tab too. */
export function PageHead({ title, question, children }: Props): ReactElement {
  useEffect(() => {
    document.title = `${title} · Interpose`;
  }, [title]);
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {question !== undefined && <p className="dim">{question}</p>}
      </div>
      {children !== undefined && <div className="page-tools">{children}</div>}
    </header>
  );
}
