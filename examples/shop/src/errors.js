/** An error the customer may see: `status` goes on the wire, `code` is stable, `message` is for people. */
export class ShopError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   */
  constructor(status, code, message) {
    super(message);
    this.name = "ShopError";
    this.status = status;
    this.code = code;
  }
}

/** @param {string} message */
export const badRequest = (message) => new ShopError(400, "bad_request", message);
/** @param {string} message */
export const forbidden = (message) => new ShopError(403, "forbidden", message);
/** @param {string} what */
export const notFound = (what) => new ShopError(404, "not_found", `${what} not found`);
/** @param {string} message */
export const conflict = (message) => new ShopError(409, "conflict", message);
