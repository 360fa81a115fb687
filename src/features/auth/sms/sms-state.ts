/** The states of a text message. `failed`: the message was not sent; `undelivered`: it was sent but did not arrive. */
export const smsStates = ["waiting", "sent", "delivered", "undelivered", "failed"] as const;
