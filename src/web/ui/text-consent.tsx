/** Says what agreeing to text messages means. It stands below every choice that offers them. */
export function TextConsent() {
  return (
    <p className="text-ink-soft text-sm">
      By choosing text messages you agree to get texts about your service and about 10 promotional text messages per
      month at the number you gave. Message and data rates may apply. To stop them, reply with one of STOP, QUIT,
      CANCEL, <span className="whitespace-nowrap">OPT-OUT</span> or UNSUBSCRIBE at any time.
    </p>
  );
}
