/** Keys as they look, for tests of what must not be logged or stored. None of them opens anything. */
export const paymentsKey = "test-key-0123456789abcdef0123456789ab";
export const cloudKey = "AKIAIOSFODNN7EXAMPLE";
