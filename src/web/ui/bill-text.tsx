/** A text in which the number of a bill, such as 'Y-2026-000123', stays on one line as long as a line has room for it. */
export const BillText = ({ text }: { text: string }) => (
  <>
    {text.split(/([A-Z]-\d{4}-\d{6})/).map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <span key={part} className="inline-block">
          {part}
        </span>
      ),
    )}
  </>
);
