/** The vendor name under which Longthread offers its models to the editor. */
export const OWN_VENDOR = 'longthread';
