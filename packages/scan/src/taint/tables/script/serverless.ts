import type { Table } from "../../table.ts"

const elsewhere = /^\/[^/\\]|^https?:\/\/[^/]+\/|^[?#]/
const answers = [
  { at: "headers.location", harm: "redirect", unlessHead: elsewhere },
  { at: "body", harm: "html", where: { at: "headers.content-type", is: /html/ } },
] as const

/** Functions that a cloud calls with an event: a request, a message, the name of an uploaded file. */
export const serverlessTable: Table = {
  name: "serverless",
  language: "script",
  inputs: [
    {
      paths: ["lambdaEvent"],
      trust: "request",
      // What the cloud itself writes into the event.
      except:
        /^(?:requestContext|httpMethod|resource|isBase64Encoded|version|source|detail-type|account|region|time|stageVariables|bucket|eventName|eventSource|awsRegion|triggerSource|userPoolId|RequestType|ResponseURL|target|currentTarget|preventDefault)$/,
      example:
        'const cp = require("child_process")\nexports.handler = async (event) => cp.exec("file " + event.name)\n',
    },
  ],
  handlers: [
    {
      params: [/^_?event$/, /^_?(?:context|ctx)$/, /^_?(?:callback|cb|done)$/],
      gives: ["lambdaEvent", ""],
      answers,
      example:
        'const cp = require("child_process")\nexports.run = (event, context, callback) => cp.exec("file " + event.name, callback)\n',
    },
    {
      named: /^(?:handler|lambdaHandler|main)$/,
      params: [/^_?event$/],
      gives: ["lambdaEvent", ""],
      answers,
      example:
        'const cp = require("child_process")\nexports.handler = async (event) => cp.exec("file " + event.name)\n',
    },
    {
      named: /./,
      params: [/^event$/],
      inFile: /["'](?:aws-sdk|@aws-sdk\/|aws-lambda)/,
      gives: ["lambdaEvent", ""],
      answers,
      example:
        'const AWS = require("aws-sdk"), cp = require("child_process")\nexports.scan = async (event) => cp.exec("file " + event.name)\n',
    },
    {
      params: [/^_?(?:event|evt)$/],
      uses: /\bstatusCode\b|\.queryStringParameters\b|\.pathParameters\b|\.Records\b/,
      gives: ["lambdaEvent", ""],
      answers,
      example:
        'const cp = require("child_process")\nmodule.exports.scan = async (event) => {\n  cp.execSync("file " + event.Records[0].s3.object.key)\n}\n',
    },
  ],
  sinks: [
    {
      harm: "html",
      methods: ["callback"],
      args: ["body"],
      text: /^\s*<[a-z!]/i,
      example:
        'exports.run = (event, context, callback) => callback(null, { statusCode: 200, body: "<p>" + event.name })\n',
    },
    {
      // Values are compared as they are; an expression says what is compared.
      harm: "nosql",
      methods: ["query", "scan", "put", "update", "delete"],
      on: /dynamo|DocumentClient/i,
      args: ["(given)", "FilterExpression", "KeyConditionExpression", "UpdateExpression", "ProjectionExpression"],
      example:
        "const dynamo = new AWS.DynamoDB.DocumentClient()\nexports.handler = async (event) => dynamo.query(JSON.parse(event.body)).promise()\n",
    },
  ],
}
