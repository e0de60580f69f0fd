/** A class of the AWS CDK under the names by which its versions and their modules export it. */
export function listCdkNames(service: string, ...classes: readonly string[]): readonly string[] {
  const modules = [`aws-cdk-lib.aws-${service}`, `aws-cdk-lib.aws_${service}`, `@aws-cdk.aws-${service}`]
  return modules.flatMap((module) => classes.map((name) => `${module}.${name}`))
}
