/** The states of a text message. `failed`: nothing was sent; `undelivered`: it was, and did not arrive. */
export const smsStates = ["waiting", "sent", "delivered", "undelivered", "failed"] as const;
