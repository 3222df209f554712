// A card form's rules: brands, the grouping of digits, and Stripe's messages for incomplete and wrong input.
(() => {
  const brands = [
    { name: 'amex', label: 'Amex', pattern: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
    { name: 'diners', label: 'Diners', pattern: /^3(0[0-5]|[689])/, lengths: [14, 16], groups: [4, 4, 4, 4] },
    { name: 'jcb', label: 'JCB', pattern: /^35/, lengths: [16] },
    { name: 'discover', label: 'Discover', pattern: /^6(011|4[4-9]|5)/, lengths: [16] },
    { name: 'unionpay', label: 'UnionPay', pattern: /^62/, lengths: [16, 17, 18, 19], groups: [4, 4, 4, 4, 3] },
    { name: 'mastercard', label: 'Mastercard', pattern: /^(5[1-5]|2[2-7])/, lengths: [16] },
    { name: 'visa', label: 'Visa', pattern: /^4/, lengths: [16] },
  ];
  const unknown = { name: 'unknown', label: '', lengths: [16], groups: [4, 4, 4, 4] };

  const digitsOf = (text) => text.replace(/\D/g, '');

  function brandOf(number) {
    return brands.find((brand) => brand.pattern.test(number)) ?? unknown;
  }

  const lengthOf = (brand) => Math.max(...brand.lengths);
  const cvcLength = (number) => brandOf(number).cvc ?? 3;

  /** @returns the digits in the brand's groups: `4242 4242 …`, `3782 822463 …` */
  function formatNumber(text) {
    const brand = brandOf(digitsOf(text));
    const digits = digitsOf(text).slice(0, lengthOf(brand));
    const parts = [];
    let from = 0;
    for (const size of brand.groups ?? [4, 4, 4, 4]) {
      if (from < digits.length) parts.push(digits.slice(from, from + size));
      from += size;
    }
    return parts.join(' ');
  }

  /** @returns `MM / YY`, also of a part; with `deleting` the separator does not come back at once */
  function formatExpiry(text, deleting) {
    let digits = digitsOf(text);
    // Autofill and pasted text come as 9/2031 or 09-2031.
    const whole = /^\s*(\d{1,2})\D*20(\d{2})\s*$/.exec(text);
    if (whole) digits = whole[1].padStart(2, '0') + whole[2];
    else if (/^[2-9]$/.test(digits) || /^\d\s*\//.test(text.trim())) digits = `0${digits}`;
    digits = digits.slice(0, 4);
    if (digits.length < 2 || (digits.length === 2 && deleting)) return digits;
    return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
  }

  function passesChecksum(digits) {
    const sum = [...digits].reverse().reduce((total, digit, index) => {
      const value = index % 2 ? Number(digit) * 2 : Number(digit);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return sum % 10 === 0;
  }

  const problem = (code, message) => ({ code, message });

  function checkNumber(text) {
    const digits = digitsOf(text);
    const brand = brandOf(digits);
    if (!brand.lengths.includes(digits.length)) return problem('incomplete_number', 'Your card number is incomplete.');
    if (!passesChecksum(digits)) return problem('invalid_number', 'Your card number is invalid.');
    return undefined;
  }

  function checkExpiry(text) {
    const digits = digitsOf(text);
    if (digits.length < 4) return problem('incomplete_expiry', "Your card's expiration date is incomplete.");
    const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))];
    if (month < 1 || month > 12) return problem('invalid_expiry_month', "Your card's expiration date is invalid.");
    const now = new Date();
    const monthsLeft = (year - now.getFullYear()) * 12 + month - (now.getMonth() + 1);
    if (monthsLeft < 0) {
      return year < now.getFullYear()
        ? problem('invalid_expiry_year_past', "Your card's expiration year is in the past.")
        : problem('invalid_expiry_month_past', "Your card's expiration date is in the past.");
    }
    if (year > now.getFullYear() + 50) return problem('invalid_expiry_year', "Your card's expiration year is invalid.");
    return undefined;
  }

  function checkCvc(text, number) {
    if (digitsOf(text).length !== cvcLength(digitsOf(number))) {
      return problem('incomplete_cvc', "Your card's security code is incomplete.");
    }
    return undefined;
  }

  function checkZip(text) {
    return /^\d{5}(-?\d{4})?$/.test(text.trim()) ? undefined : problem('incomplete_zip', 'Your ZIP is incomplete.');
  }

  Object.assign(window.stripeSandbox, {
    cards: { digitsOf, brandOf, cvcLength, formatNumber, formatExpiry, checkNumber, checkExpiry, checkCvc, checkZip },
  });
})();
