/** Every act of staff that the audit keeps, with the words by which it is shown. */
export const ACTS = {
  signIn: "Signed in",
  signOut: "Signed out",
  setUpSecondFactor: "Set up their authenticator app",
  renewRecoveryCodes: "Made new recovery codes",
  changePassword: "Changed their password",
  resetPassword: "Reset their password",
  addPasskey: "Added a passkey",
  removePasskey: "Removed a passkey",
  createService: "Created the service",
  inviteStaff: "Invited somebody",
  withdrawInvitation: "Withdrew an invitation",
  acceptInvitation: "Accepted an invitation",
  changeRole: "Changed a role",
  removeMember: "Removed somebody",
  refundPayment: "Refunded the payment",
  cancelPayment: "Cancelled the payment",
  capturePayment: "Took the payment’s money",
} as const satisfies Record<string, string>;

export type Act = keyof typeof ACTS;
