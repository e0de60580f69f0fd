import type { Table } from "../../table.ts"

const elsewhere = /^\/[^/\\]|^https?:\/\/[^/]+\/|^[?#]/

/** AngularJS, whose services have names of their own. */
export const angularJsTable: Table = {
  name: "AngularJS",
  language: "script",
  marks: [{ of: "request", written: /\$(?:location|routeParams|stateParams)\b/ }],
  inputs: [
    {
      paths: ["$location.search()", "$location.hash()", "$routeParams", "$stateParams", "$state.params"],
      trust: "request",
      spares: ["url"],
      example:
        'angular.module("a").controller("C", function ($location, $window) { $window.location.href = $location.search().next })\n',
    },
  ],
  sinks: [
    {
      harm: "redirect",
      writes: ["$window.location.href"],
      unlessHead: elsewhere,
      example: "function C($window, $routeParams) { $window.location.href = $routeParams.next }\n",
    },
    {
      harm: "redirect",
      calls: ["$window.location.assign", "$window.location.replace", "$window.open"],
      args: [0],
      unlessHead: elsewhere,
      example: "function C($window, $routeParams) { $window.open($routeParams.next) }\n",
    },
    {
      harm: "template",
      calls: ["$compile", "$interpolate", "$parse"],
      args: [0],
      example: 'function C($interpolate, $location) { return $interpolate("Hello " + $location.search().name) }\n',
    },
    {
      harm: "template",
      methods: ["$eval", "$evalAsync", "$watch"],
      on: /^\$?(?:root)?scope\b/i,
      args: [0],
      example: "function C($scope, $routeParams) { $scope.$eval($routeParams.filter) }\n",
    },
    {
      harm: "html",
      calls: ["Html", "Js", "Url", "ResourceUrl"].map((kind) => `$sce.trustAs${kind}`),
      args: [0],
      example: "function C($sce, $location) { return $sce.trustAsHtml($location.search().text) }\n",
    },
    {
      harm: "html",
      calls: ["$sce.trustAs"],
      args: [1],
      example: 'function C($sce, $location) { return $sce.trustAs("html", $location.search().text) }\n',
    },
    {
      harm: "html",
      calls: ["html", "append", "prepend", "after", "before", "replaceWith"].map((verb) => `angular.element().${verb}`),
      args: [0],
      example: 'function C($location) { angular.element("#a").html($location.hash()) }\n',
    },
  ],
}
