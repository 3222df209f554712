import type { ReactNode } from 'react';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';

type RecordPageProps = {
  /** What is loaded, 'product'. */
  what: string;
  /** What the page shows: the thing's name, once it is there. */
  title: string;
  description?: ReactNode;
  loaded: { data?: unknown; error?: unknown; isFetching: boolean; refetch: () => unknown };
  /** The buttons beside Refresh. */
  actions: ReactNode;
  /** The link to the list. */
  list: { to: string; label: string };
  /** The thing, to read or to edit; nothing until it is loaded. */
  children: ReactNode;
};

/** The one column of a page about one thing. Its title rather takes a second line than that the buttons go below it. */
export const narrowColumn = 'max-w-3xl sm:[&>header>:first-child]:basis-72!';

/** A page about one thing of a list. */
export function RecordPage({ what, title, description, loaded, actions, list, children }: RecordPageProps) {
  const { data, error, isFetching, refetch } = loaded;
  return (
    <div className="content-width py-10">
      <div className={narrowColumn}>
        <PageHeading
          title={title}
          description={description}
          actions={
            <>
              <RefreshButton isPending={isFetching} onPress={() => void refetch()} />
              {actions}
            </>
          }
        />
        {!data && !error && <SkeletonCards count={1} label={`Loading the ${what}`} />}
        {children}
        <div className="mt-6">
          <LinkButton to={list.to} variant="quiet" size="edge">
            {list.label}
          </LinkButton>
        </div>
      </div>
    </div>
  );
}
