import { textLinkClass } from '#web/ui/button-class.ts';
import { documentFacts } from '#web/ui/document-facts.ts';
import { OnlyIf } from './only-if.tsx';

/** Tells people whose browser runs no scripts that the page needs them, and whom to call instead. */
export function NeedsScript({ className }: { className?: string }) {
  const { supportPhone, supportPhoneUrl, supportHours } = documentFacts;
  return (
    <noscript>
      {/* Hides "loading", because nothing will come. */}
      <style>{'.still-loading{display:none!important}'}</style>
      <div className={className}>
        <p className="rounded-card bg-warn-tint px-5 py-4 text-left text-lg text-warn">
          This page works with JavaScript, which is turned off in your browser. Please turn it on
          <OnlyIf condition="supportPhone" as="span">
            , or call us:{' '}
            <a href={supportPhoneUrl} className={textLinkClass}>
              {supportPhone}
            </a>
          </OnlyIf>
          <OnlyIf condition="supportHours" as="span">
            {' '}
            ({supportHours})
          </OnlyIf>
          <OnlyIf condition="!supportPhone" as="span">
            .
          </OnlyIf>
        </p>
      </div>
    </noscript>
  );
}
