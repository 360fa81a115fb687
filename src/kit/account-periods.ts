/** Days between a request to close an account and its closing, during which the owner can withdraw the request (T-31). */
export const closingDays = 7;

/** Hours without payouts after a change of the payout account, the payment password or the mobile number (T-30). */
export const payoutHoldHours = 24;
