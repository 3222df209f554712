/** Says what agreeing to text messages means. The terms and the privacy policy share it. */
export function TextMessages() {
  return (
    <>
      <h2>Text messages</h2>
      <p>
        If you agree to text messages, you get messages about your visits and about 10 promotional messages a month.
        Message and data rates may apply. Agreeing is not a condition of buying anything. To end them, answer any of
        them with STOP, QUIT, CANCEL, OPT-OUT or UNSUBSCRIBE.
      </p>
    </>
  );
}
