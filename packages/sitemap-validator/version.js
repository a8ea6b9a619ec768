/** The version of the validator. Filled in when the package is built. */
export const version = "0.0.0";
