/** Says what agreeing to text messages means. The terms and the privacy policy share it. */
export function TextMessages() {
  return (
    <>
      <h2>Text messages</h2>
      <p>
        If you choose text messages, you get messages about your account and your visits at the number that you gave. If
        you also tick that you want offers, you get about 10 promotional messages a month; nobody gets them who has not
        ticked it. Message and data rates may apply. Agreeing is not a condition of buying anything.
      </p>
      <p>
        To end all of them, answer any of them with STOP, QUIT, CANCEL, OPT-OUT or UNSUBSCRIBE. You get one answer that
        says so, and then no more. START brings them back, and HELP says who we are. We keep when you agreed, and to
        which words, and when you ended it.
      </p>
    </>
  );
}
