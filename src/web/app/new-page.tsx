import type { ComponentProps, ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import { CreateOrCancel } from '#web/ui/create-or-cancel.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

type NewPageProps = {
  title: string;
  description: string;
  formProps: ComponentProps<'form'>;
  isSaving: boolean;
  /** The path of the list, to which Cancel leads. */
  list: string;
  /** The fields. */
  children: ReactNode;
};

/** A page with a form that creates something. */
export function NewPage({ title, description, formProps, isSaving, list, children }: NewPageProps) {
  const cancel = (
    <LinkButton to={list} variant="quiet">
      Cancel
    </LinkButton>
  );
  return (
    <div className="content-width py-10">
      <PageHeading title={title} description={description} />
      <Card className="max-w-2xl">
        <form {...formProps} className="grid gap-5">
          {children}
          <CreateOrCancel isSaving={isSaving} cancel={cancel} />
        </form>
      </Card>
    </div>
  );
}
