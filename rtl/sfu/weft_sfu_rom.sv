// SPDX-License-Identifier: Apache-2.0
//
// Written by scripts/gen_sfu_tables from scripts/sfu_tables.json;
// docs/unit/sfu_tables.md describes the search.
//
// The rows of the special function unit's tables. With t the argument's place in its segment, from
// the middle, q the square of t without the columns below 16, v the cubic correction and W the
// width of the function's widest segment, the function is, in units of its last place,
//
//      S = (c0 / 2^4 + c1 * t / 2^21 + c2 * q / 2^20 + c3 * v / 2^7 + bias / 2^21) / 2^Places[Build]
//
// where t has 21 bits in a segment of width W, and narrow_o says how many fewer it has in this one.
// func_i: 0 rcp, 1 rsqrt, 2 sqrt, 3 ex2, 4 lg2, 5 sin, 6 tanh; with Relative, 7 sin(x) / x and
// 8 lg2(1 + d) / d. part_i: 0 or 1 for the binade [1, 2) or [2, 4) of rsqrt and sqrt, 0 to 8 for the
// binades from 2^-6 of tanh. index_i: the top bits of the argument. Leading ones, signs and trailing
// zeros that a function's rows share are wired, not stored. Combinational.

module weft_sfu_rom #(
  parameter int unsigned Build    = 1,  // 0 quadratic, 1 cubic, 2 fine
  parameter int unsigned Relative = 0   // 1: the ratios of sin and lg2 too
) (
  input  logic [3:0]         func_i,
  input  logic [3:0]         part_i,
  input  logic [7:0]         index_i,
  output logic [30:0]        c0_o,
  output logic signed [20:0] c1_o,
  output logic signed [15:0] c2_o,
  output logic signed [7:0]  c3_o,
  output logic [19:0]        bias_o,
  output logic [2:0]         narrow_o
);

  if (Build == 2) begin : gen_fine
    logic [66:0] word;
    always_comb begin
      word = '0;
      c0_o = '0;
      c1_o = '0;
      c2_o = '0;
      c3_o = '0;
      unique case (func_i)
        4'd0: begin  // rcp
          unique casez (index_i)
            8'b000000??: word = 67'h1f80fe203ee5fa1b6;
            8'b000001??: word = 67'h1e88cb50b91deedb5;
            8'b000010??: word = 67'h1d980f812ddbe4394;
            8'b000011??: word = 67'h1cae75b19d73da373;
            8'b000100??: word = 67'h1bcbade20831d0d12;
            8'b000101??: word = 67'h1aef6cc26e5fc7ef0;
            8'b000110??: word = 67'h1a196b42d039bf84f;
            8'b000111??: word = 67'h194966232dfdb7a2f;
            8'b001000??: word = 67'h187f1e2387e9b01ae;
            8'b001001??: word = 67'h17ba5733de30a902d;
            8'b001010??: word = 67'h16fad8943101a252d;
            8'b001011??: word = 67'h16406ca480909beac;
            8'b001100??: word = 67'h158ae054cd0595e8b;
            8'b001101??: word = 67'h14da036516889036b;
            8'b001110??: word = 67'h142da8155d418ab8a;
            8'b001111??: word = 67'h1385a2b5a1528594a;
            8'b010000??: word = 67'h12e1ca15e2e080a09;
            8'b010001??: word = 67'h1241f6b622057bfa9;
            8'b010010??: word = 67'h11a603365ee5778c8;
            8'b010011??: word = 67'h110dcc06999673428;
            8'b010100??: word = 67'h10792f16d2346f3a8;
            8'b010101??: word = 67'h0fe80c1708db6b667;
            8'b010110??: word = 67'h0f5a44373d9e67aa7;
            8'b010111??: word = 67'h0ecfb9e7709464327;
            8'b011000??: word = 67'h0e485127a1d560ce6;
            8'b011001??: word = 67'h0dc3eef7d16f5d9e6;
            8'b011010??: word = 67'h0d4279c7ff775a886;
            8'b011011??: word = 67'h0cc3d8f82c02579e5;
            8'b011100??: word = 67'h0c47f508571a54d25;
            8'b011101??: word = 67'h0bceb79880d252145;
            8'b011110??: word = 67'h0b580af8a9394f865;
            8'b011111??: word = 67'h0ae3da98d05d4d125;
            8'b100000??: word = 67'h0a7212b8f64b4aa85;
            8'b100001??: word = 67'h0a02a0491b12486e4;
            8'b100010??: word = 67'h099571293eba463e4;
            8'b100011??: word = 67'h092a73e9614f44224;
            8'b10010???: word = 67'h088df0e993184127e;
            8'b10011???: word = 67'h07c45999d25c3d6dc;
            8'b10100???: word = 67'h0702704a0e0d39fb9;
            8'b10101???: word = 67'h0647c6ba466b36c98;
            8'b10110???: word = 67'h0593f6ba7bb733d56;
            8'b10111???: word = 67'h04e6a19aae2931134;
            8'b11000???: word = 67'h043f6f2addf12e833;
            8'b11001???: word = 67'h039e0d7b0b412c232;
            8'b11010???: word = 67'h0302304b364529e70;
            8'b11011???: word = 67'h026b904b5f2127d2f;
            8'b11100???: word = 67'h01d9eafb85f925e2f;
            8'b11101???: word = 67'h014d023baaf32410d;
            8'b11110???: word = 67'h00c49bcbce27225cd;
            8'b11111???: word = 67'h0040812befb620c2c;
            default: ;
          endcase
          c0_o = {3'd1, word[64:40], 3'b0};
          c1_o = {1'b1, word[39:20]};
          c2_o = {1'b0, word[19:5]};
          c3_o = {3'b0, word[4:0]};
        end
        4'd1: begin  // rsqrt
          unique casez ({part_i[0], index_i})
            9'b0_000000??: word = 67'h07f017e00bd3de207;
            9'b0_000001??: word = 67'h07d0d3e422eb5a987;
            9'b0_000010??: word = 67'h07b24524392657386;
            9'b0_000011??: word = 67'h079464e04e8e540a6;
            9'b0_000100??: word = 67'h07772cb4632ed1086;
            9'b0_000101??: word = 67'h075a969477124e186;
            9'b0_000110??: word = 67'h073e9cb48a42cb5e5;
            9'b0_000111??: word = 67'h0723399c9cc6c8c25;
            9'b0_001000??: word = 67'h07086810aea8464e5;
            9'b0_001001??: word = 67'h06ee2320bfeec3f45;
            9'b0_001010??: word = 67'h06d4660cd0a241b24;
            9'b0_001011??: word = 67'h06bb2c50e0c73f8a4;
            9'b0_00110???: word = 67'h069642a0f7ed3c79f;
            9'b0_00111???: word = 67'h0666b0291537b8b9c;
            9'b0_01000???: word = 67'h0638e39530b53549a;
            9'b0_01001???: word = 67'h060cc1614a8e32217;
            9'b0_01010???: word = 67'h05e2305162e42f3b5;
            9'b0_01011???: word = 67'h05b9193579d52c914;
            9'b0_01100???: word = 67'h059166b18f7eaa1d2;
            9'b0_01101???: word = 67'h056b0515a3f8a7d51;
            9'b0_01110???: word = 67'h0545e229b75aa5b70;
            9'b0_01111???: word = 67'h0521ed0dc9b923c2e;
            9'b0_10000???: word = 67'h04ff1621db2621f0d;
            9'b0_10001???: word = 67'h04dd4ed9ebb22044d;
            9'b0_10010???: word = 67'h04bc89b9fb6f1eb0b;
            9'b0_10011???: word = 67'h049cba220a681d3ab;
            9'b0_10100???: word = 67'h047dd45a18ab1bd6b;
            9'b0_10101???: word = 67'h045fcd5e26451a94a;
            9'b0_10110???: word = 67'h04429af63340195a9;
            9'b0_10111???: word = 67'h042633763fa5983e9;
            9'b0_11000???: word = 67'h040a8de24b8017308;
            9'b0_11001???: word = 67'h03efa1c256d716307;
            9'b0_11010???: word = 67'h03d5671e61b1953e7;
            9'b0_11011???: word = 67'h03bbd6766c1914606;
            9'b0_11100???: word = 67'h03a2e8c2761213886;
            9'b0_11101???: word = 67'h038a97567fa392c26;
            9'b0_11110???: word = 67'h0372dbf288d392006;
            9'b0_11111???: word = 67'h035bb09e91a811505;
            9'b1_000000??: word = 67'h03450fc93449428e5;
            9'b1_000001??: word = 67'h032ef41d449d400c5;
            9'b1_000010??: word = 67'h031958955455bdb44;
            9'b1_000011??: word = 67'h0304387563783b684;
            9'b1_000100??: word = 67'h02ef8f2d720e39464;
            9'b1_000101??: word = 67'h02db5879801eb73a4;
            9'b1_000110??: word = 67'h02c790418dafb5564;
            9'b1_000111??: word = 67'h02b432ad9ac8b3723;
            9'b1_00100???: word = 67'h0297e629ad81b0dfa;
            9'b1_00101???: word = 67'h02737f01c5222dab7;
            9'b1_00110???: word = 67'h02508551db3c2ac55;
            9'b1_00111???: word = 67'h022ee1d9eff2281b3;
            9'b1_01000???: word = 67'h020e7f52036325ad1;
            9'b1_01001???: word = 67'h01ef4a4615a8a3751;
            9'b1_01010???: word = 67'h01d130e626de2164f;
            9'b1_01011???: word = 67'h01b422c237171f84e;
            9'b1_01100???: word = 67'h019810ca46689dc2d;
            9'b1_01101???: word = 67'h017ced0654e31c2ac;
            9'b1_01110???: word = 67'h0162aa9e62981aaab;
            9'b1_01111???: word = 67'h01493d9e6f95194aa;
            9'b1_10000???: word = 67'h01309afe7be798009;
            9'b1_10001???: word = 67'h0118b872879b96ce8;
            9'b1_10010???: word = 67'h01018c6e92ba95b29;
            9'b1_10011???: word = 67'h00eb0e0a9d5194ac8;
            9'b1_10100???: word = 67'h00d534faa76813b27;
            9'b1_10101???: word = 67'h00bff976b10692ca6;
            9'b1_10110???: word = 67'h00ab5442ba3311ee7;
            9'b1_10111???: word = 67'h00973e8ac2f791226;
            9'b1_11000???: word = 67'h0083b1eecb5990665;
            9'b1_11001???: word = 67'h0070a876d35d0fb06;
            9'b1_11010???: word = 67'h005e1c7edb0a8f065;
            9'b1_11011???: word = 67'h004c08bae2660e664;
            9'b1_11100???: word = 67'h003a682ee9728dce5;
            9'b1_11101???: word = 67'h00293626f0378d404;
            9'b1_11110???: word = 67'h00186e2ef6b68cbe4;
            9'b1_11111???: word = 67'h00080c1afcf50c403;
            default: ;
          endcase
          c0_o = {3'd1, word[62:38], 3'b0};
          c1_o = {2'b11, word[37:19]};
          c2_o = {2'b0, word[18:5]};
          c3_o = {3'b0, word[4:0]};
        end
        4'd2: begin  // sqrt
          unique casez ({part_i[0], index_i})
            9'b0_00000???: word = 67'h001fe053f823c173a;
            9'b0_00001???: word = 67'h005ee6a3e8dac439b;
            9'b0_00010???: word = 67'h009cfddbda3dc6dbb;
            9'b0_00011???: word = 67'h00da305bcc404941b;
            9'b0_0010????: word = 67'h0134640bb86ecc840;
            9'b0_0011????: word = 67'h01a9dca39fad506a4;
            9'b0_0100????: word = 67'h021c5b8388c1d3dc7;
            9'b0_0101????: word = 67'h028c17cb7374d6e8a;
            9'b0_0110????: word = 67'h02f9423b5f9859a0c;
            9'b0_0111????: word = 67'h036406434d03dc0ae;
            9'b0_1000????: word = 67'h03cc8aab3b955e390;
            9'b0_1001????: word = 67'h0432f2632b30e02f1;
            9'b0_1010????: word = 67'h04975ce31bbb61fd3;
            9'b0_1011????: word = 67'h04f9e6cb0d20639b4;
            9'b0_1100????: word = 67'h055aaa12ff4b65136;
            9'b0_1101????: word = 67'h05b9be6af22d66736;
            9'b0_1110????: word = 67'h061739a2e5b4e7ad7;
            9'b0_1111????: word = 67'h06732f9ad9d6e8d77;
            9'b1_00000???: word = 67'h06cdb2cd9d09a7958;
            9'b1_00001???: word = 67'h0726d42d876bab799;
            9'b1_00010???: word = 67'h077ea36d72c1af299;
            9'b1_00011???: word = 67'h07d52f355ef7328fa;
            9'b1_00100???: word = 67'h082a85154bffb5ada;
            9'b1_00101???: word = 67'h087eb1ad39cbb8a3a;
            9'b1_00110???: word = 67'h08d1c0d5284dbb67b;
            9'b1_00111???: word = 67'h0923bd95177b3df9b;
            9'b1_01000???: word = 67'h0974b2450749c073b;
            9'b1_01001???: word = 67'h09c4a8acf7ae42b3c;
            9'b1_0101????: word = 67'h0a3ad13ce16545e21;
            9'b1_0110????: word = 67'h0ad5337cc54e49b84;
            9'b1_0111????: word = 67'h0b6c30ccab074d247;
            9'b1_1000????: word = 67'h0c0000149260d038a;
            9'b1_1001????: word = 67'h0c90d2ac7b315304c;
            9'b1_1010????: word = 67'h0d1ed53465555588e;
            9'b1_1011????: word = 67'h0daa300450add7d2f;
            9'b1_1100????: word = 67'h0e3307dc3d1ed9ef1;
            9'b1_1101????: word = 67'h0eb97e542a90dbdb2;
            9'b1_1110????: word = 67'h0f3db22c18eedd9b3;
            9'b1_1111????: word = 67'h0fbfbf9408255f394;
            default: ;
          endcase
          c0_o = {3'd1, word[63:39], 3'b0};
          c1_o = {1'b0, word[38:19]};
          c2_o = {2'b11, word[18:5]};
          c3_o = {3'b111, word[4:0]};
        end
        4'd3: begin  // ex2
          unique casez (index_i)
            8'b00000???: word = 67'h002c9a4eb3622f8bb;
            8'b00001???: word = 67'h00874528b74fafe2b;
            8'b00010???: word = 67'h00e3ec44bb53703ba;
            8'b00011???: word = 67'h01429abebf6d5096b;
            8'b00100???: word = 67'h01a35bfcc39e90f3a;
            8'b00101???: word = 67'h02063b98c7e71152a;
            8'b00110???: word = 67'h026b4576cc47b1b3a;
            8'b00111???: word = 67'h02d285b8d0c0b216a;
            8'b01000???: word = 67'h033c08c2d552f27ca;
            8'b01001???: word = 67'h03a7db44d9feb2e4a;
            8'b01010???: word = 67'h04160a30dec4b34ea;
            8'b01011???: word = 67'h0486a2c4e3a573baa;
            8'b01100???: word = 67'h04f9b286e8a1b4289;
            8'b01101???: word = 67'h056f4746edb9b4999;
            8'b01110???: word = 67'h05e76f26f2ee550c9;
            8'b01111???: word = 67'h06623892f84015839;
            8'b10000???: word = 67'h06dfb24cfdafb5fb9;
            8'b10001???: word = 67'h075feb67033dd6778;
            8'b10010???: word = 67'h07e2f34708eb16f48;
            8'b10011???: word = 67'h0868d9ab0eb817758;
            8'b10100???: word = 67'h08f1aea914a597f98;
            8'b10101???: word = 67'h097d82b11ab4987f7;
            8'b10110???: word = 67'h0a0c668d20e539088;
            8'b10111???: word = 67'h0a9e6b672738b9947;
            8'b11000???: word = 67'h0b33a2c92daf9a247;
            8'b11001???: word = 67'h0bcc1ea1344abab67;
            8'b11010???: word = 67'h0c67f13f3b0adb4c7;
            8'b11011???: word = 67'h0d072d5d41f0dbe57;
            8'b11100???: word = 67'h0da9e61748fd9c817;
            8'b11101???: word = 67'h0e502ef95031dd216;
            8'b11110???: word = 67'h0efa1bff578e7dc56;
            8'b11111???: word = 67'h0fa7c1935f143e6c6;
            default: ;
          endcase
          c0_o = {3'd1, word[63:37], 1'b0};
          c1_o = {1'b0, word[36:17]};
          c2_o = {3'b0, word[16:4]};
          c3_o = {4'b1111, word[3:0]};
        end
        4'd4: begin  // lg2
          unique casez (index_i)
            8'b000000??: word = 67'h005bf946dcf4928bb;
            8'b000001??: word = 67'h0111cd1ed1c3d3edb;
            8'b000010??: word = 67'h01c4dfaec6e9553db;
            8'b000011??: word = 67'h027545febc61167fb;
            8'b000100??: word = 67'h0323142eb22797b5b;
            8'b000101??: word = 67'h03ce5d82a838d8dbc;
            8'b000110??: word = 67'h047734669e92d9f5c;
            8'b000111??: word = 67'h051daa829531db01c;
            8'b00100???: word = 67'h06130afa87a75c822;
            8'b00101???: word = 67'h07527b9276615e624;
            8'b00110???: word = 67'h088983f26600e01a7;
            8'b00111???: word = 67'h09b8926e5674e1b28;
            8'b01000???: word = 67'h0ae00d1e47ada32e9;
            8'b01001???: word = 67'h0c0052b6399c648cc;
            8'b01010???: word = 67'h0d19bb062c34e5d4d;
            8'b01011???: word = 67'h0e2c97d61f6ae704f;
            8'b01100???: word = 67'h0f393552133468210;
            8'b01101???: word = 67'h103fda8e0787a92b0;
            8'b01110???: word = 67'h1140c9fdfc5b2a231;
            8'b01111???: word = 67'h123c41d5f1a6ab0d3;
            8'b10000???: word = 67'h13327c6de763ebe73;
            8'b10001???: word = 67'h1423b081dd8aecb54;
            8'b10010???: word = 67'h15101189d415ad775;
            8'b10011???: word = 67'h15f7cff9cafeee2d5;
            8'b10100???: word = 67'h16db196dc2406ed96;
            8'b10101???: word = 67'h17ba18f9b9d5af7d7;
            8'b10110???: word = 67'h1894f749b1b9f0178;
            8'b10111???: word = 67'h196bdad5a9e9b0a77;
            8'b11000???: word = 67'h1a3ee7f5a25f71318;
            8'b11001???: word = 67'h1b0e41259b18f1b58;
            8'b11010???: word = 67'h1bda071d941172319;
            8'b11011???: word = 67'h1ca258dd8d46f2a79;
            8'b11100???: word = 67'h1d6753e186b5f3179;
            8'b11101???: word = 67'h1e291431805b3381a;
            8'b11110???: word = 67'h1ee7b4717a34f3e7a;
            8'b11111???: word = 67'h1fa34e1574403447a;
            default: ;
          endcase
          c0_o = {3'b0, word[64:38], 1'b0};
          c1_o = {1'b0, word[37:18]};
          c2_o = {2'b11, word[17:5], 1'b0};
          c3_o = {3'b111, word[4:0]};
        end
        4'd5: begin  // sin
          unique casez (index_i)
            8'b000000??: word = 67'h0003243af2428fe18;
            8'b000001??: word = 67'h00096c33323acfa38;
            8'b000010??: word = 67'h000fb2b7f22b4f658;
            8'b000011??: word = 67'h0015f6d0b2140f278;
            8'b000100??: word = 67'h001c378671f51ee98;
            8'b000101??: word = 67'h002273e231ce7eac7;
            8'b000110??: word = 67'h0028aaedf1a01e6f8;
            8'b000111??: word = 67'h002edbb4316a1e328;
            8'b001000??: word = 67'h00350540b12c8df57;
            8'b001001??: word = 67'h003b26a070e74db88;
            8'b001010??: word = 67'h00413ee0b09a9d7c7;
            8'b001011??: word = 67'h00474d1170465d417;
            8'b001100??: word = 67'h004d5043afeabd056;
            8'b001101??: word = 67'h00534789af87acca6;
            8'b001110??: word = 67'h005931f7ef1d3c907;
            8'b001111??: word = 67'h005f0ea52eab9c566;
            8'b010000??: word = 67'h0064dca9ee32ac1d8;
            8'b010001??: word = 67'h006a9b212db2bbe47;
            8'b010010??: word = 67'h00704927ed2babac8;
            8'b010011??: word = 67'h0075e5ddec9dbb747;
            8'b010100??: word = 67'h007b7065ac08cb3e8;
            8'b010101??: word = 67'h0080e7e4ab6d2b087;
            8'b010110??: word = 67'h00864b82aacadad36;
            8'b010111??: word = 67'h008b9a6baa21da9e7;
            8'b011000??: word = 67'h0090d3cd29726a6b6;
            8'b011001??: word = 67'h0095f6d9a8bc8a387;
            8'b011010??: word = 67'h009b02c5e8007a065;
            8'b011011??: word = 67'h009ff6cb273e29d56;
            8'b011100??: word = 67'h00a4d2256675c9a56;
            8'b011101??: word = 67'h00a9941525a789766;
            8'b011110??: word = 67'h00ae3bde24d379495;
            8'b011111??: word = 67'h00b2c8c9a3f9a91b6;
            8'b100000??: word = 67'h00b73a22e31a58f06;
            8'b100001??: word = 67'h00bb8f3b6235a8c55;
            8'b100010??: word = 67'h00bfc767a14ba89b5;
            8'b100011??: word = 67'h00c3e200e05c88734;
            8'b100100??: word = 67'h00c7de655f68684c4;
            8'b100101??: word = 67'h00cbbbf81e6f68255;
            8'b100110??: word = 67'h00cf7a1fdd71c8004;
            8'b100111??: word = 67'h00d318495c6f97dc4;
            8'b101000??: word = 67'h00d695e55b6907ba3;
            8'b101001??: word = 67'h00d9f26a5a5e27994;
            8'b101010??: word = 67'h00dd2d53994f47794;
            8'b101011??: word = 67'h00e04621583c875b3;
            8'b101100??: word = 67'h00e33c5a1726073d3;
            8'b101101??: word = 67'h00e60f87d60be7224;
            8'b101110??: word = 67'h00e8bf3bd4ee77072;
            8'b101111??: word = 67'h00eb4b0bd3cdb6ee3;
            8'b110000??: word = 67'h00edb29352a9f6d62;
            8'b110001??: word = 67'h00eff573518346c03;
            8'b110010??: word = 67'h00f213529059f6ab2;
            8'b110011??: word = 67'h00f40bdd8f2e16972;
            8'b110100??: word = 67'h00f5dec68dffd6853;
            8'b110101??: word = 67'h00f78bc54ccf76753;
            8'b110110??: word = 67'h00f91297cb9d26662;
            8'b110111??: word = 67'h00fa73020a6906582;
            8'b111000??: word = 67'h00fbaccd4933464c2;
            8'b111001??: word = 67'h00fcbfc947fc26411;
            8'b111010??: word = 67'h00fdabcb86c3c6390;
            8'b111011??: word = 67'h00fe70b0058a56310;
            8'b111100??: word = 67'h00ff0e57c44ff62b2;
            8'b111101??: word = 67'h00ff84ab431516260;
            8'b111110??: word = 67'h00ffd39781d9a6230;
            8'b111111??: word = 67'h00fffb10c09de6211;
            default: ;
          endcase
          c0_o = {2'b0, word[59:34], 3'b0};
          c1_o = {1'b0, word[33:16], 2'b0};
          c2_o = {2'b11, word[15:4], 2'b0};
          c3_o = {3'b0, word[3:0], 1'b0};
        end
        4'd6: begin  // tanh
          unique casez ({part_i, index_i})
            12'b0000_0???????: word = 67'h00000009ff9ffd007;
            12'b0000_1???????: word = 67'h0000000dff1ffb003;
            12'b0001_0???????: word = 67'h00000009fe9ff9003;
            12'b0001_1???????: word = 67'h0000000dfc6ff2ffe;
            12'b0010_0???????: word = 67'h00000009fabfe6ff3;
            12'b0010_1???????: word = 67'h0000000df1cfcdfe9;
            12'b0011_0???????: word = 67'h00000009eb6f9bfb4;
            12'b0011_1???????: word = 67'h0000000dc7ff3ff95;
            12'b0100_0???????: word = 67'h00000009afde84ee6;
            12'b0100_1???????: word = 67'h0000000d2b9d46ea3;
            12'b0101_0???????: word = 67'h00000008dfab12cf3;
            12'b0101_1???????: word = 67'h0000000b433816d2b;
            12'b0110_00??????: word = 67'h0000000679758ab82;
            12'b0110_01??????: word = 67'h0000000709e3a1cd6;
            12'b0110_10??????: word = 67'h0000000767224fdd0;
            12'b0110_11??????: word = 67'h00000007a1d170eb0;
            12'b0111_00??????: word = 67'h00000003e980b7e9f;
            12'b0111_01??????: word = 67'h00000003f7a044f83;
            12'b0111_1???????: word = 67'h00000003fe2011fe1;
            12'b1000_0???????: word = 67'h00000001ffe001fff;
            12'b1000_1???????: word = 67'h00000002000000000;
            default: ;
          endcase
          c0_o = {10'b0, word[39:24], 5'b0};
          c1_o = {6'b0, word[23:12], 3'b0};
          c2_o = {{2{word[11]}}, word[11:0], 2'b0};
          c3_o = '0;
        end
        4'd7: if (Relative != 0) begin  // sin_ratio
          unique casez (index_i)
            8'b0000????: word = 67'h7ff5557faab05565f;
            8'b0001????: word = 67'h7fa00acf004355cbc;
            8'b0010????: word = 67'h7ef5a8ae566f56979;
            8'b0011????: word = 67'h7df6951dad9b57c96;
            8'b0100????: word = 67'h7ca3693d062c595f2;
            8'b0101????: word = 67'h7afcf00c60845b58f;
            8'b01100???: word = 67'h798a00cbe5915d11d;
            8'b01101???: word = 67'h787939fb94695e59e;
            8'b01110???: word = 67'h77543e9b43ef5fbbd;
            8'b01111???: word = 67'h761b3a8af428612bd;
            8'b10000???: word = 67'h74ce5c5aa52262b9d;
            8'b10001???: word = 67'h736dd5ea56e8645dd;
            8'b10010???: word = 67'h71f9dbaa0986661bd;
            8'b10011???: word = 67'h7072a519bd0a67f1c;
            8'b10100???: word = 67'h6ed86c99717b69d3c;
            8'b10101???: word = 67'h6d2b6f0926e56bd9c;
            8'b10110???: word = 67'h6b6bec68dd546de9c;
            8'b10111???: word = 67'h699a271894d27013c;
            8'b11000???: word = 67'h67b664484d6a7251c;
            8'b11001???: word = 67'h65c0ebc8072974a3b;
            8'b11010???: word = 67'h63ba07d7c213770db;
            8'b11011???: word = 67'h61a205577e367985b;
            8'b11100???: word = 67'h5f7933873b9b7c11b;
            8'b11101???: word = 67'h5d3fe406fa4b7eb1b;
            8'b111100??: word = 67'h5b8a4866ca2080b5f;
            8'b111101??: word = 67'h5a619026aa798219f;
            8'b111110??: word = 67'h5934e8868b2a8377f;
            8'b111111??: word = 67'h58045c966c3484d9f;
            default: ;
          endcase
          c0_o = {3'd1, word[66:40], 1'b0};
          c1_o = {1'b1, word[39:20]};
          c2_o = {1'b1, word[19:5]};
          c3_o = {3'b111, word[4:0]};
        end
        4'd8: if (Relative != 0) begin  // lg2_ratio
          unique casez (index_i)
            8'b0000000?: word = 67'h1fc79cb43f1523125;
            8'b0000001?: word = 67'h1f58789a47b4a1e94;
            8'b0000010?: word = 67'h1eeb7328500ba0d14;
            8'b0000011?: word = 67'h1e807ac0581d9fc24;
            8'b0000100?: word = 67'h1e177e8a5feddec24;
            8'b0000101?: word = 67'h1db06e7c677f5dca4;
            8'b0000110?: word = 67'h1d4b3b386ed59ce23;
            8'b0000111?: word = 67'h1ce7d61a75f1dc033;
            8'b0001000?: word = 67'h1c86311c7cd71b2a3;
            8'b0001001?: word = 67'h1c263ed08387da5d3;
            8'b0001010?: word = 67'h1bc7f25c8a0659993;
            8'b0001011?: word = 67'h1b6b3f74905498db3;
            8'b0001100?: word = 67'h1b101a46967498273;
            8'b0001101?: word = 67'h1ab677849c6857783;
            8'b0001110?: word = 67'h1a5e4c4ea231d6d12;
            8'b0001111?: word = 67'h1a078e36a7d216322;
            8'b0010000?: word = 67'h19b23338ad4b15982;
            8'b0010001?: word = 67'h195e31b2b29e55042;
            8'b0010010?: word = 67'h190b8062b7cd14752;
            8'b0010011?: word = 67'h18ba165ebcd913eb2;
            8'b0010100?: word = 67'h1869eb14c1c313672;
            8'b0010101?: word = 67'h181af640c68d12e82;
            8'b0010110?: word = 67'h17cd2ff0cb37926e2;
            8'b0010111?: word = 67'h1780907acfc411f82;
            8'b0011000?: word = 67'h1735107ad43391862;
            8'b0011001?: word = 67'h16eaa8d0d886d1172;
            8'b0011010?: word = 67'h16a15298dcbf50ae2;
            8'b0011011?: word = 67'h16590732e0dd90472;
            8'b0011100?: word = 67'h1611c036e4e34fe31;
            8'b0011101?: word = 67'h15cb776ee8d00f831;
            8'b0011110?: word = 67'h158626e2eca54f271;
            8'b0011111?: word = 67'h1541c8c6f063cece1;
            8'b010000??: word = 67'h14dcf606f5d48e4da;
            8'b010001??: word = 67'h1459a58afcd20dab9;
            8'b010010??: word = 67'h13d9bfdf03810d139;
            8'b010011??: word = 67'h135d1ef509e68c848;
            8'b010100??: word = 67'h12e39f1310068bfe8;
            8'b010101??: word = 67'h126d1ea515e58b7f7;
            8'b010110??: word = 67'h11f97e071b86cb087;
            8'b010111??: word = 67'h11889f7920ee4a977;
            8'b011000??: word = 67'h111a66d3261f8a2d6;
            8'b011001??: word = 67'h10aeb9972b1d09c96;
            8'b011010??: word = 67'h10457eb32fe9896a6;
            8'b011011??: word = 67'h0fde9e6b348849105;
            8'b011100??: word = 67'h0f7a024938fb08bb5;
            8'b011101??: word = 67'h0f1794ff3d44486b5;
            8'b011110??: word = 67'h0eb742634166081e5;
            8'b011111??: word = 67'h0e58f745456287d55;
            8'b100000??: word = 67'h0dfca16d493bc7904;
            8'b100001??: word = 67'h0da22f8d4cf3074e4;
            8'b100010??: word = 67'h0d49912b508a070f4;
            8'b100011??: word = 67'h0cf2b68d540286d34;
            8'b100100??: word = 67'h0c9d90c5575e069a3;
            8'b100101??: word = 67'h0c4a118f5a9d46643;
            8'b100110??: word = 67'h0bf82b4d5dc206303;
            8'b100111??: word = 67'h0ba7d10560cd85fe3;
            8'b101000??: word = 67'h0b58f64563c085cf3;
            8'b101001??: word = 67'h0b0b8f37669c85a13;
            8'b101010??: word = 67'h0abf9077696205763;
            8'b101011??: word = 67'h0a74ef2f6c12c54c2;
            8'b101100??: word = 67'h0a2ba0ef6eaec5242;
            8'b101101??: word = 67'h09e39bbd713704fe2;
            8'b101110??: word = 67'h099cd60d73acc4d92;
            8'b101111??: word = 67'h095746ad761084b62;
            8'b1100000?: word = 67'h0923e17d77d1049c0;
            8'b1100001?: word = 67'h0901fa7978f6048d0;
            8'b1100010?: word = 67'h08e05c357a17047c0;
            8'b1100011?: word = 67'h08bf05ab7b33c46c0;
            8'b1100100?: word = 67'h089df5dd7c4cc45d0;
            8'b1100101?: word = 67'h087d2bd17d62044e0;
            8'b1100110?: word = 67'h085ca6937e73443e0;
            8'b1100111?: word = 67'h083c65317f80c42f0;
            8'b110100??: word = 67'h080c8059810d841a2;
            8'b110101??: word = 67'h07cd89a5831383fe1;
            8'b110110??: word = 67'h078f925f850bc3e31;
            8'b110111??: word = 67'h075293db86f6c3c91;
            8'b1110000?: word = 67'h0725744d885f43b70;
            8'b1110001?: word = 67'h0707a9af894b43ab0;
            8'b1110010?: word = 67'h06ea19b58a34439e0;
            8'b1110011?: word = 67'h06ccc39d8b1a43930;
            8'b1110100?: word = 67'h06afa6ad8bfd83870;
            8'b1110101?: word = 67'h0692c22b8cddc37b0;
            8'b1110110?: word = 67'h067615618dbb43710;
            8'b1110111?: word = 67'h06599f9d8e9603660;
            8'b111100??: word = 67'h062f54a78fd883551;
            8'b111101??: word = 67'h05f7aafb917e03411;
            8'b111110??: word = 67'h05c0d1779319432d1;
            8'b111111??: word = 67'h058ac31994aa83191;
            default: ;
          endcase
          c0_o = {3'd1, word[64:37]};
          c1_o = {2'b11, word[36:18]};
          c2_o = {2'b0, word[17:4]};
          c3_o = {4'b0, word[3:0]};
        end
        default: ;
      endcase
    end

    always_comb begin
      narrow_o = '0;
      bias_o   = '0;
      unique case (func_i)
        4'd0: begin  // rcp
          unique casez (index_i[7:4])
            4'b0???: narrow_o = 3'd1;
            4'b1000: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd458752;
        end
        4'd1: begin  // rsqrt
          unique casez ({part_i[0], index_i[7:4]})
            5'b0_000?: narrow_o = 3'd1;
            5'b0_0010: narrow_o = 3'd1;
            5'b1_000?: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd589824;
        end
        4'd2: begin  // sqrt
          unique casez ({part_i[0], index_i[7:4]})
            5'b0_000?: narrow_o = 3'd1;
            5'b1_00??: narrow_o = 3'd1;
            5'b1_0100: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd262144;
        end
        4'd3: begin  // ex2
          bias_o = 20'd65536;
        end
        4'd4: begin  // lg2
          unique casez (index_i[7:4])
            4'b000?: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd0;
        end
        4'd5: begin  // sin
          bias_o = 20'd0;
        end
        4'd6: begin  // tanh
          unique casez ({part_i, index_i[7:4]})
            8'b0110_????: narrow_o = 3'd1;
            8'b0111_0???: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd0;
        end
        4'd7: if (Relative != 0) begin  // sin_ratio
          unique casez (index_i[7:4])
            4'b011?: narrow_o = 3'd1;
            4'b10??: narrow_o = 3'd1;
            4'b110?: narrow_o = 3'd1;
            4'b1110: narrow_o = 3'd1;
            4'b1111: narrow_o = 3'd2;
            default: ;
          endcase
          bias_o = 20'd0;
        end
        4'd8: if (Relative != 0) begin  // lg2_ratio
          unique casez (index_i[7:4])
            4'b00??: narrow_o = 3'd1;
            4'b1100: narrow_o = 3'd1;
            4'b1110: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd0;
        end
        default: ;
      endcase
    end
  end else if (Build == 1) begin : gen_cubic
    logic [62:0] word;
    always_comb begin
      word = '0;
      c0_o = '0;
      c1_o = '0;
      c2_o = '0;
      c3_o = '0;
      unique case (func_i)
        4'd0: begin  // rcp
          unique casez (index_i)
            8'b000000??: word = 63'h7e03f880fb9fd0cb;
            8'b000001??: word = 63'h7a232d42e47f76ca;
            8'b000010??: word = 63'h76603e04b76f218a;
            8'b000011??: word = 63'h72b9d68675ded229;
            8'b000100??: word = 63'h6f2eb78820ce8669;
            8'b000101??: word = 63'h6bbdb309b97e3f68;
            8'b000110??: word = 63'h6865accb40ddfc88;
            8'b000111??: word = 63'h6525988cb805bce7;
            8'b001000??: word = 63'h61fc788e1fad80a7;
            8'b001001??: word = 63'h5ee95ccf78bd47e7;
            8'b001010??: word = 63'h5beb6250c4151286;
            8'b001011??: word = 63'h5901b2520244dfe6;
            8'b001100??: word = 63'h562b81533414af06;
            8'b001101??: word = 63'h53680d945a2c81a5;
            8'b001110??: word = 63'h50b6a055750c5585;
            8'b001111??: word = 63'h4e168ad6854c2cc5;
            8'b010000??: word = 63'h4b8728178b7c0585;
            8'b010001??: word = 63'h4907dad88823df84;
            8'b010010??: word = 63'h46980cd97b93bc24;
            8'b010011??: word = 63'h44372fda665b9aa4;
            8'b01010???: word = 63'h40c0c11bb5a36a7e;
            8'b01011???: word = 63'h3c52645d5bfb2f9b;
            8'b01100???: word = 63'h3817035ee622f9b8;
            8'b01101???: word = 63'h340b41205692c897;
            8'b01110???: word = 63'h302c0b61af829bb5;
            8'b01111???: word = 63'h2c7691e2f2e27273;
            8'b10000???: word = 63'h28e83fe4227a4c51;
            8'b10001???: word = 63'h257eb5653fd22990;
            8'b10010???: word = 63'h2237c3a64c62092f;
            8'b10011???: word = 63'h1f1166674971eb6e;
            8'b10100???: word = 63'h1c09c1283831cfcd;
            8'b10101???: word = 63'h191f1aa919b9b66b;
            8'b10110???: word = 63'h164fdae9eee99eaa;
            8'b10111???: word = 63'h139a862ab89988ab;
            8'b11000???: word = 63'h10fdbc6b77c1744a;
            8'b11001???: word = 63'h0e7835ec2d116108;
            8'b11010???: word = 63'h0c08c12cd9094f29;
            8'b11011???: word = 63'h09ae40ed7c813ec8;
            8'b11100???: word = 63'h0767abee17e92f07;
            8'b11101???: word = 63'h053408eeabd12086;
            8'b11110???: word = 63'h03126f2f38a112e6;
            8'b11111???: word = 63'h0102046fbed90646;
            default: ;
          endcase
          c0_o = {4'd1, word[62:38], 2'b0};
          c1_o = {2'b11, word[37:19]};
          c2_o = {2'b0, word[18:5]};
          c3_o = {3'b0, word[4:0]};
        end
        4'd1: begin  // rsqrt
          unique casez ({part_i[0], index_i})
            9'b0_00000???: word = 63'h0fc0bd902ea3719b;
            9'b0_00001???: word = 63'h0f467f30879b5698;
            9'b0_00010???: word = 63'h0ed19b80da2b3e56;
            9'b0_00011???: word = 63'h0e61b14926f52854;
            9'b0_00100???: word = 63'h0df668a96e851472;
            9'b0_00101???: word = 63'h0d8f7211b1570271;
            9'b0_00110???: word = 63'h0d2c8541efdaf1ef;
            9'b0_00111???: word = 63'h0ccd60522a6ee2ee;
            9'b0_01000???: word = 63'h0c71c72a616ad52d;
            9'b0_01001???: word = 63'h0c1982c2951ec88b;
            9'b0_01010???: word = 63'h0bc460a2c5c6bceb;
            9'b0_01011???: word = 63'h0b72326af3aab24a;
            9'b0_01100???: word = 63'h0b22cd631efea869;
            9'b0_01101???: word = 63'h0ad60a2b47f09f49;
            9'b0_01110???: word = 63'h0a8bc4536eb496e8;
            9'b0_01111???: word = 63'h0a43da1b93728f07;
            9'b0_10000???: word = 63'h09fe2c43b64a87c7;
            9'b0_10001???: word = 63'h09ba9db3d7668106;
            9'b0_10010???: word = 63'h09791373f6dc7ac6;
            9'b0_10011???: word = 63'h0939744414ce74e6;
            9'b0_10100???: word = 63'h08fba8b431586f65;
            9'b0_10101???: word = 63'h08bf9abc4c8a6a45;
            9'b0_10110???: word = 63'h088535e466826584;
            9'b0_10111???: word = 63'h084c66ec7f4c6104;
            9'b0_11000???: word = 63'h08151bc497005cc4;
            9'b0_11001???: word = 63'h07df4384adac58c4;
            9'b0_11010???: word = 63'h07aace3cc3625504;
            9'b0_11011???: word = 63'h0777acecd8325183;
            9'b0_11100???: word = 63'h0745d184ec244e23;
            9'b0_11101???: word = 63'h07152eacff4a4b02;
            9'b0_11110???: word = 63'h06e5b7e511aa4802;
            9'b0_11111???: word = 63'h06b7613d234e4543;
            9'b1_00000???: word = 63'h0673e33a78d10554;
            9'b1_00001???: word = 63'h061d72cab7bcf231;
            9'b1_00010???: word = 63'h05cacb82f21ee10f;
            9'b1_00011???: word = 63'h057ba8bb2868d18f;
            9'b1_00100???: word = 63'h052fcc5b5b02c36d;
            9'b1_00101???: word = 63'h04e6fdfb8a42b6cc;
            9'b1_00110???: word = 63'h04a10aabb676ab0b;
            9'b1_00111???: word = 63'h045dc3b3dfe2a06a;
            9'b1_01000???: word = 63'h041cfea406c496c9;
            9'b1_01001???: word = 63'h03de948c2b528de8;
            9'b1_01010???: word = 63'h03a261c44dbe85a7;
            9'b1_01011???: word = 63'h036845846e2e7e07;
            9'b1_01100???: word = 63'h0330218c8cd27726;
            9'b1_01101???: word = 63'h02f9da0ca9c670a6;
            9'b1_01110???: word = 63'h02c5553cc52e6aa6;
            9'b1_01111???: word = 63'h02927b3cdf2a6525;
            9'b1_10000???: word = 63'h026135fcf7d06004;
            9'b1_10001???: word = 63'h023170e50f345b45;
            9'b1_10010???: word = 63'h020318dd257656c4;
            9'b1_10011???: word = 63'h01d61c153aa452a4;
            9'b1_10100???: word = 63'h01aa69f54ece4ec4;
            9'b1_10101???: word = 63'h017ff2ed620a4b24;
            9'b1_10110???: word = 63'h0156a885746847c3;
            9'b1_10111???: word = 63'h012e7d1585f04483;
            9'b1_11000???: word = 63'h010763dd96b241a3;
            9'b1_11001???: word = 63'h00e150eda6ba3ec3;
            9'b1_11010???: word = 63'h00bc38fdb6143c23;
            9'b1_11011???: word = 63'h00981175c4cc39a2;
            9'b1_11100???: word = 63'h0074d05dd2e63742;
            9'b1_11101???: word = 63'h00526c45e06e3522;
            9'b1_11110???: word = 63'h0030dc5ded6c3302;
            9'b1_11111???: word = 63'h00101835f9e83102;
            default: ;
          endcase
          c0_o = {4'd1, word[59:35], 2'b0};
          c1_o = {3'b111, word[34:17]};
          c2_o = {3'b0, word[16:5], 1'b0};
          c3_o = {3'b0, word[4:0]};
        end
        4'd2: begin  // sqrt
          unique casez ({part_i[0], index_i})
            9'b0_0000????: word = 63'h00fe082fc22a16eb;
            9'b0_0001????: word = 63'h02eecc6f4d22404e;
            9'b0_0010????: word = 63'h04d1902ee1ba6430;
            9'b0_0011????: word = 63'h06a7728e7eb68372;
            9'b0_0100????: word = 63'h08716e0e23069ef4;
            9'b0_0101????: word = 63'h0a305f2dcdd6b755;
            9'b0_0110????: word = 63'h0be5090d7e62ccf6;
            9'b0_0111????: word = 63'h0d90190d340ee077;
            9'b0_1000????: word = 63'h0f322aacee56f1d8;
            9'b0_1001????: word = 63'h10cbc98cacc30199;
            9'b0_1010????: word = 63'h125d73ac6ef30fd9;
            9'b0_1011????: word = 63'h13e79b2c34831cfa;
            9'b0_1100????: word = 63'h156aa84bfd2f28bb;
            9'b0_1101????: word = 63'h16e6f9cbc8b7337b;
            9'b0_1110????: word = 63'h185ce68b96d33d7c;
            9'b0_1111????: word = 63'h19ccbe8b675f469b;
            9'b1_0000????: word = 63'h1be9bad649294c62;
            9'b1_0001????: word = 63'h1ea84395a3a986e6;
            9'b1_0010????: word = 63'h2152ff150bc5b989;
            9'b1_0011????: word = 63'h23eb83547fbde5cc;
            9'b1_0100????: word = 63'h267332b3fe120caf;
            9'b1_0101????: word = 63'h28eb44f3859a2f30;
            9'b1_0110????: word = 63'h2b54cdf3153a4dd2;
            9'b1_0111????: word = 63'h2db0c332ac226933;
            9'b1_1000????: word = 63'h30000052498281d5;
            9'b1_1001????: word = 63'h32434ad1ecc69816;
            9'b1_1010????: word = 63'h347b54d19556ac57;
            9'b1_1011????: word = 63'h36a8c01142b6beb8;
            9'b1_1100????: word = 63'h38cc1f90f47ecf58;
            9'b1_1101????: word = 63'h3ae5f970aa46deb9;
            9'b1_1110????: word = 63'h3cf6c8b063beecf9;
            9'b1_1111????: word = 63'h3efefe502096f9da;
            default: ;
          endcase
          c0_o = {4'd1, word[61:37], 2'b0};
          c1_o = {2'b0, word[36:18]};
          c2_o = {3'b111, word[17:5]};
          c3_o = {3'b111, word[4:0]};
        end
        4'd3: begin  // ex2
          unique casez (index_i)
            8'b00000???: word = 63'h0002c9a52cd8a7c5;
            8'b00001???: word = 63'h00087452add407f2;
            8'b00010???: word = 63'h000e3ec42ed4e81f;
            8'b00011???: word = 63'h001429ac2fdb684b;
            8'b00100???: word = 63'h001a35bfb0e7b87a;
            8'b00101???: word = 63'h002063b9b1f9d8aa;
            8'b00110???: word = 63'h0026b4573311f8db;
            8'b00111???: word = 63'h002d285bb430390b;
            8'b01000???: word = 63'h0033c08c3554c93e;
            8'b01001???: word = 63'h003a7db4367fc972;
            8'b01010???: word = 63'h004160a337b149a7;
            8'b01011???: word = 63'h00486a2cb8e979dc;
            8'b01100???: word = 63'h004f9b28ba287a14;
            8'b01101???: word = 63'h0056f474bb6e7a4c;
            8'b01110???: word = 63'h005e76f23cbb9a87;
            8'b01111???: word = 63'h006623893e101ac1;
            8'b10000???: word = 63'h006dfb24bf6bfafe;
            8'b10001???: word = 63'h0075feb6c0cf7b3a;
            8'b10010???: word = 63'h007e2f34c23acb79;
            8'b10011???: word = 63'h00868d9ac3ae0bbb;
            8'b10100???: word = 63'h008f1aeac5296bfc;
            8'b10101???: word = 63'h0097d82b46ad1c3f;
            8'b10110???: word = 63'h00a0c668c8394c84;
            8'b10111???: word = 63'h00a9e6b6c9ce2cc9;
            8'b11000???: word = 63'h00b33a2ccb6bdd12;
            8'b11001???: word = 63'h00bcc1ea4d12ad5b;
            8'b11010???: word = 63'h00c67f144ec2bda5;
            8'b11011???: word = 63'h00d072d5d07c3df3;
            8'b11100???: word = 63'h00da9e61523f5e41;
            8'b11101???: word = 63'h00e502efd40c6e90;
            8'b11110???: word = 63'h00efa1c055e38ee2;
            8'b11111???: word = 63'h00fa7c1957c50f36;
            default: ;
          endcase
          c0_o = {4'd1, word[55:31], 2'b0};
          c1_o = {2'b0, word[30:12]};
          c2_o = {4'b0, word[11:0]};
          c3_o = -8'sd4;
        end
        4'd4: begin  // lg2
          unique casez (index_i)
            8'b00000???: word = 63'h005b9e65aec499eb;
            8'b00001???: word = 63'h010eb38d8354af0d;
            8'b00010???: word = 63'h01bc84255a6ac24e;
            8'b00011???: word = 63'h02655d4533ced3ef;
            8'b00100???: word = 63'h0309857d0f4ee431;
            8'b00101???: word = 63'h03a93dccecc2f312;
            8'b00110???: word = 63'h0444c1fccc0300f3;
            8'b00111???: word = 63'h04dc4934aceb0db4;
            8'b01000???: word = 63'h057006948f5d1974;
            8'b01001???: word = 63'h0600295c73392476;
            8'b01010???: word = 63'h068cdd84586b2eb6;
            8'b01011???: word = 63'h07164bec3ed73837;
            8'b01100???: word = 63'h079c9aac266b4117;
            8'b01101???: word = 63'h081fed4c0f0f4959;
            8'b01110???: word = 63'h08a064fbf8b5513a;
            8'b01111???: word = 63'h091e20ebe34f5879;
            8'b10000???: word = 63'h09993e3bcec95f39;
            8'b10001???: word = 63'h0a11d843bb1565bb;
            8'b10010???: word = 63'h0a8808c3a82d6bda;
            8'b10011???: word = 63'h0afbe7fb95ff717a;
            8'b10100???: word = 63'h0b6d8cbb848376da;
            8'b10101???: word = 63'h0bdd0c8373ad7bfb;
            8'b10110???: word = 63'h0c4a7bab637580bc;
            8'b10111???: word = 63'h0cb5ed6b53d3855c;
            8'b11000???: word = 63'h0d1f73fb44c1899b;
            8'b11001???: word = 63'h0d87209336318dbd;
            8'b11010???: word = 63'h0ded03932823919d;
            8'b11011???: word = 63'h0e512c731a8f953c;
            8'b11100???: word = 63'h0eb3a9f30d6d98bc;
            8'b11101???: word = 63'h0f148a1b00b79c1d;
            8'b11110???: word = 63'h0f73da3af46b9f3d;
            8'b11111???: word = 63'h0fd1a70ae881a25d;
            default: ;
          endcase
          c0_o = {4'b0, word[59:35], 2'b0};
          c1_o = {2'b0, word[34:17], 1'b0};
          c2_o = {3'b111, word[16:5], 1'b0};
          c3_o = {3'b111, word[4:0]};
        end
        4'd5: begin  // sin
          unique casez (index_i)
            8'b000000??: word = 63'h001921d592147f18;
            8'b000001??: word = 63'h004b619991d67d28;
            8'b000010??: word = 63'h007d95bd915a7b38;
            8'b000011??: word = 63'h00afb68390a07948;
            8'b000100??: word = 63'h00e1bc318fa8f758;
            8'b000101??: word = 63'h01139f118e73f567;
            8'b000110??: word = 63'h0145576f8d00f378;
            8'b000111??: word = 63'h0176dda18b50f198;
            8'b001000??: word = 63'h01a82a0789646fa7;
            8'b001001??: word = 63'h01d93503873a6dc8;
            8'b001010??: word = 63'h0209f70584d4ebe7;
            8'b001011??: word = 63'h023a688d8232ea07;
            8'b001100??: word = 63'h026a821b7f556838;
            8'b001101??: word = 63'h029a3c4d7c3d6656;
            8'b001110??: word = 63'h02c98fbf78e9e487;
            8'b001111??: word = 63'h02f87529755ce2b6;
            8'b010000??: word = 63'h0326e551719560e8;
            8'b010001??: word = 63'h0354d9096d95df27;
            8'b010010??: word = 63'h0382493f695d5d68;
            8'b010011??: word = 63'h03af2eef64ed5ba8;
            8'b010100??: word = 63'h03db832d604659f8;
            8'b010101??: word = 63'h04073f255b695847;
            8'b010110??: word = 63'h04325c195656d696;
            8'b010111??: word = 63'h045cd35d510ed4f7;
            8'b011000??: word = 63'h04869e6b4b935356;
            8'b011001??: word = 63'h04afb6cd45e451c7;
            8'b011010??: word = 63'h04d8162f40035037;
            8'b011011??: word = 63'h04ffb65739f14eb6;
            8'b011100??: word = 63'h0526912933ae4d36;
            8'b011101??: word = 63'h054ca0a92d3bcbb7;
            8'b011110??: word = 63'h0571def3269bca45;
            8'b011111??: word = 63'h0596464b1fcd48e6;
            8'b100000??: word = 63'h05b9d11718d2c786;
            8'b100001??: word = 63'h05dc79d911ad4635;
            8'b100010??: word = 63'h05fe3b3b0a5d44e5;
            8'b100011??: word = 63'h061f100902e3c396;
            8'b100100??: word = 63'h063ef32afb434264;
            8'b100101??: word = 63'h065ddfbef37b4135;
            8'b100110??: word = 63'h067bd0feeb8e4004;
            8'b100111??: word = 63'h0698c24ae37cbee4;
            8'b101000??: word = 63'h06b4af2adb483dd3;
            8'b101001??: word = 63'h06cf9354d2f1bcc3;
            8'b101010??: word = 63'h06e96a9aca7a3bd4;
            8'b101011??: word = 63'h0702310cc1e43ad3;
            8'b101100??: word = 63'h0719e2ccb93039f3;
            8'b101101??: word = 63'h07307c3eb05f3914;
            8'b101110??: word = 63'h0745f9e0a773b832;
            8'b101111??: word = 63'h075a585e9e6db773;
            8'b110000??: word = 63'h076d949a954fb6b2;
            8'b110001??: word = 63'h077fab9a8c1a3603;
            8'b110010??: word = 63'h07909a9482cfb552;
            8'b110011??: word = 63'h07a05eea7970b4c2;
            8'b110100??: word = 63'h07aef6326ffeb433;
            8'b110101??: word = 63'h07bc5e2a667bb3a3;
            8'b110110??: word = 63'h07c894be5ce93332;
            8'b110111??: word = 63'h07d39810534832c2;
            8'b111000??: word = 63'h07dd666a499a3262;
            8'b111001??: word = 63'h07e5fe483fe13211;
            8'b111010??: word = 63'h07ed5e5e361e31c0;
            8'b111011??: word = 63'h07f385802c52b180;
            8'b111100??: word = 63'h07f872c0227fb152;
            8'b111101??: word = 63'h07fc255a18a8b130;
            8'b111110??: word = 63'h07fe9cba0ecd3120;
            8'b111111??: word = 63'h07ffd88404ef3111;
            default: ;
          endcase
          c0_o = {3'b0, word[58:33], 2'b0};
          c1_o = {2'b0, word[32:15], 1'b0};
          c2_o = {3'b111, word[14:4], 2'b0};
          c3_o = {4'b0, word[3:0]};
        end
        4'd6: begin  // tanh
          unique casez ({part_i, index_i})
            12'b0000_0???????: word = 63'h0000009ff9ffd007;
            12'b0000_1???????: word = 63'h000000dff1ffb003;
            12'b0001_0???????: word = 63'h0000009fe9ff9003;
            12'b0001_1???????: word = 63'h000000dfc6ff2ffe;
            12'b0010_0???????: word = 63'h0000009fabfe6ff3;
            12'b0010_1???????: word = 63'h000000df1cfcdfe9;
            12'b0011_0???????: word = 63'h0000009eb6f9bfb4;
            12'b0011_1???????: word = 63'h000000dc7ff3ff95;
            12'b0100_0???????: word = 63'h0000009afde84ee6;
            12'b0100_1???????: word = 63'h000000d2b9d46ea3;
            12'b0101_0???????: word = 63'h0000008dfab12cf3;
            12'b0101_1???????: word = 63'h000000b433816d2b;
            12'b0110_00??????: word = 63'h000000679758ab82;
            12'b0110_01??????: word = 63'h000000709e3a1cd6;
            12'b0110_10??????: word = 63'h000000767224fdd0;
            12'b0110_11??????: word = 63'h0000007a1d170eb0;
            12'b0111_00??????: word = 63'h0000003e980b7e9f;
            12'b0111_01??????: word = 63'h0000003f7a044f83;
            12'b0111_1???????: word = 63'h0000003fe2011fe1;
            12'b1000_0???????: word = 63'h0000001ffe001fff;
            12'b1000_1???????: word = 63'h0000002000000000;
            default: ;
          endcase
          c0_o = {11'b0, word[39:24], 4'b0};
          c1_o = {7'b0, word[23:12], 2'b0};
          c2_o = {{3{word[11]}}, word[11:0], 1'b0};
          c3_o = '0;
        end
        4'd7: if (Relative != 0) begin  // sin_ratio
          unique casez (index_i)
            8'b0000????: word = 63'h7ff555beaac2ab1f;
            8'b0001????: word = 63'h7fa00afc010aae7e;
            8'b0010????: word = 63'h7ef5a8b959c2b4dc;
            8'b0011????: word = 63'h7df69536b66abe5b;
            8'b0100????: word = 63'h7ca3697418b2caf9;
            8'b0101????: word = 63'h7afcf0318212dad8;
            8'b0110????: word = 63'h790426aef422edb6;
            8'b0111????: word = 63'h76ba3aec705b0395;
            8'b1000????: word = 63'h74208b29f84b1c73;
            8'b1001????: word = 63'h7138a4678d5b3832;
            8'b1010????: word = 63'h6e0442a5310356b0;
            8'b1011????: word = 63'h6a854de2e49377f0;
            8'b11000???: word = 63'h67b6646135ab92be;
            8'b11001???: word = 63'h65c0ebe01c9ba53e;
            8'b1101????: word = 63'h62b0259e80e3c22d;
            8'b1110????: word = 63'h5e5e965c6c23eb0c;
            8'b11110???: word = 63'h5af66b1ae94c0add;
            8'b11111???: word = 63'h589d1e99eed420fd;
            default: ;
          endcase
          c0_o = {4'd1, word[62:38], 2'b0};
          c1_o = {2'b11, word[37:19]};
          c2_o = {2'b11, word[18:5]};
          c3_o = {3'b111, word[4:0]};
        end
        4'd8: if (Relative != 0) begin  // lg2_ratio
          unique casez (index_i)
            8'b000000??: word = 63'h1f8fc5b21b0227d2;
            8'b000001??: word = 63'h1eb5b662a08604b0;
            8'b000010??: word = 63'h1de3b9f31d99e48f;
            8'b000011??: word = 63'h1d194fc392fdc72e;
            8'b000100??: word = 63'h1c5602740161ac4c;
            8'b000101??: word = 63'h1b996674695193ac;
            8'b000110??: word = 63'h1ae31944cb5d7d0b;
            8'b000111??: word = 63'h1a32c04527f9682a;
            8'b001000??: word = 63'h198807e57f9154c9;
            8'b001001??: word = 63'h18e2a305d2894308;
            8'b001010??: word = 63'h18424a6621313268;
            8'b001011??: word = 63'h17a6bbd66be12327;
            8'b001100??: word = 63'h170fba06b2e11506;
            8'b001101??: word = 63'h167d0bf6f66907a6;
            8'b001110??: word = 63'h15ee7c7736c0fb26;
            8'b001111??: word = 63'h1563d9e77414efa6;
            8'b010000??: word = 63'h14dcf607aea4e4e5;
            8'b010001??: word = 63'h1459a597e694daa4;
            8'b010010??: word = 63'h13d9bfe81c08d125;
            8'b010011??: word = 63'h135d1ef84f34c844;
            8'b010100??: word = 63'h12e39f188034bfe4;
            8'b010101??: word = 63'h126d1ea8af28b804;
            8'b010110??: word = 63'h11f97e08dc34b0a4;
            8'b010111??: word = 63'h11889f790770a984;
            8'b011000??: word = 63'h111a66d930fca2e3;
            8'b011001??: word = 63'h10aeb99958e89ca3;
            8'b011010??: word = 63'h10457eb97f4c96a3;
            8'b011011??: word = 63'h0fde9e69a4449122;
            8'b011100??: word = 63'h0f7a0249c7d48bc3;
            8'b011101??: word = 63'h0f179509ea2486a2;
            8'b011110??: word = 63'h0eb7426a0b3481e2;
            8'b011111??: word = 63'h0e58f74a2b187d62;
            8'b100000??: word = 63'h0dfca17a49e07902;
            8'b100001??: word = 63'h0da22f9a679874e2;
            8'b100010??: word = 63'h0d49912a84507102;
            8'b100011??: word = 63'h0cf2b69aa0146d22;
            8'b100100??: word = 63'h0c9d90cabaf069c1;
            8'b100101??: word = 63'h0c4a119ad4e86642;
            8'b100110??: word = 63'h0bf82b5aee146301;
            8'b100111??: word = 63'h0ba7d11b066c5fc1;
            8'b101000??: word = 63'h0b58f64b1e045d02;
            8'b101001??: word = 63'h0b0b8f3b34e05a22;
            8'b101010??: word = 63'h0abf908b4b105742;
            8'b101011??: word = 63'h0a74ef3b609454c1;
            8'b101100??: word = 63'h0a2ba0fb75745241;
            8'b101101??: word = 63'h09e39bcb89b84fc1;
            8'b101110??: word = 63'h099cd61b9d684d81;
            8'b101111??: word = 63'h095746bbb0844b61;
            8'b110000??: word = 63'h0912e4dbc3184941;
            8'b110001??: word = 63'h08cfa81bd5284721;
            8'b110010??: word = 63'h088d883be6b84541;
            8'b110011??: word = 63'h084c7d7bf7cc4381;
            8'b110100??: word = 63'h080c806c086c4181;
            8'b110101??: word = 63'h07cd89ac189c3fe1;
            8'b110110??: word = 63'h078f926c285c3e21;
            8'b110111??: word = 63'h075293dc37b43ca1;
            8'b1110000?: word = 63'h0725745c42f83b40;
            8'b1110001?: word = 63'h0707a9bc4a583aa0;
            8'b1110010?: word = 63'h06ea19bc51a43a20;
            8'b1110011?: word = 63'h06ccc3ac58d43900;
            8'b1110100?: word = 63'h06afa6bc5fec3840;
            8'b1110101?: word = 63'h0692c23c66f03780;
            8'b1110110?: word = 63'h0676156c6ddc3700;
            8'b1110111?: word = 63'h06599fac74b03620;
            8'b1111000?: word = 63'h063d603c7b7035a0;
            8'b1111001?: word = 63'h0621567c821c34e0;
            8'b1111010?: word = 63'h060581bc88b03440;
            8'b1111011?: word = 63'h05e9e15c8f303360;
            8'b1111100?: word = 63'h05ce74ac95a032e0;
            8'b1111101?: word = 63'h05b33b0c9bf832c0;
            8'b1111110?: word = 63'h059833fca23c3180;
            8'b1111111?: word = 63'h057d5ebca8703100;
            default: ;
          endcase
          c0_o = {4'd1, word[60:36], 2'b0};
          c1_o = {3'b111, word[35:18]};
          c2_o = {3'b0, word[17:5]};
          c3_o = {3'b0, word[4:0]};
        end
        default: ;
      endcase
    end

    always_comb begin
      narrow_o = '0;
      bias_o   = '0;
      unique case (func_i)
        4'd0: begin  // rcp
          unique casez (index_i[7:4])
            4'b00??: narrow_o = 3'd1;
            4'b0100: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd360448;
        end
        4'd1: begin  // rsqrt
          bias_o = 20'd327680;
        end
        4'd2: begin  // sqrt
          bias_o = 20'd32768;
        end
        4'd3: begin  // ex2
          bias_o = 20'd98304;
        end
        4'd4: begin  // lg2
          bias_o = 20'd0;
        end
        4'd5: begin  // sin
          bias_o = 20'd0;
        end
        4'd6: begin  // tanh
          unique casez ({part_i, index_i[7:4]})
            8'b0110_????: narrow_o = 3'd1;
            8'b0111_0???: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd0;
        end
        4'd7: if (Relative != 0) begin  // sin_ratio
          unique casez (index_i[7:4])
            4'b1100: narrow_o = 3'd1;
            4'b1111: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd0;
        end
        4'd8: if (Relative != 0) begin  // lg2_ratio
          unique casez (index_i[7:4])
            4'b111?: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd0;
        end
        default: ;
      endcase
    end
  end else begin : gen_quadratic
    logic [56:0] word;
    always_comb begin
      word = '0;
      c0_o = '0;
      c1_o = '0;
      c2_o = '0;
      c3_o = '0;
      unique case (func_i)
        4'd0: begin  // rcp
          unique casez (index_i)
            8'b0000000?: word = 57'h03f807fa03f8fe9;
            8'b0000001?: word = 57'h03e8472c0bc9fbb;
            8'b0000010?: word = 57'h03d8c42e136cf8c;
            8'b0000011?: word = 57'h03c97d941ae3760;
            8'b0000100?: word = 57'h03ba7200222ef37;
            8'b0000101?: word = 57'h03aba0222950f0c;
            8'b0000110?: word = 57'h039d06ac3049ee5;
            8'b0000111?: word = 57'h038ea460371b6c0;
            8'b0001000?: word = 57'h0380780a3dc6e98;
            8'b0001001?: word = 57'h0372807a444d673;
            8'b0001010?: word = 57'h0364bc8c4aafe50;
            8'b0001011?: word = 57'h03572b2250eee2f;
            8'b0001100?: word = 57'h0349cb2c570c60b;
            8'b0001101?: word = 57'h033c9b9a5d085eb;
            8'b0001110?: word = 57'h032f9b6862e4dcb;
            8'b0001111?: word = 57'h0322c99868a15af;
            8'b0010000?: word = 57'h031625366e3fd90;
            8'b0010001?: word = 57'h0309ad5073c0d73;
            8'b0010010?: word = 57'h02fd60fe7924d56;
            8'b0010011?: word = 57'h02f13f5c7e6cd3a;
            8'b0010100?: word = 57'h02e5478c8399d21;
            8'b0010101?: word = 57'h02d978bc88ac504;
            8'b0010110?: word = 57'h02cdd2148da4ced;
            8'b0010111?: word = 57'h02c252ce92844d4;
            8'b0011000?: word = 57'h02b6fa22974b4bb;
            8'b0011001?: word = 57'h02abc74e9bfaca4;
            8'b0011010?: word = 57'h02a0b996a092c8d;
            8'b0011011?: word = 57'h0295d044a514476;
            8'b0011100?: word = 57'h028b0aa4a97f461;
            8'b0011101?: word = 57'h02806808add544c;
            8'b0011110?: word = 57'h0275e7c8b216437;
            8'b0011111?: word = 57'h026b893cb642c24;
            8'b0100000?: word = 57'h02614bc6ba5b40e;
            8'b0100001?: word = 57'h02572ec6be60bfa;
            8'b0100010?: word = 57'h024d31a2c252be9;
            8'b0100011?: word = 57'h024353c6c632bd8;
            8'b0100100?: word = 57'h023994a0ca003c6;
            8'b0100101?: word = 57'h022ff3a2cdbcbb4;
            8'b0100110?: word = 57'h02267040d167ba2;
            8'b0100111?: word = 57'h021d09f2d501b91;
            8'b0101000?: word = 57'h0213c032d88bb83;
            8'b0101001?: word = 57'h020a9282dc05373;
            8'b0101010?: word = 57'h02018062df6fb63;
            8'b0101011?: word = 57'h01f88956e2cab54;
            8'b0101100?: word = 57'h01eface6e616b46;
            8'b0101101?: word = 57'h01e6ea9ee954335;
            8'b0101110?: word = 57'h01de4206ec83b29;
            8'b0101111?: word = 57'h01d5b2b2efa4b1c;
            8'b0110000?: word = 57'h01cd3c34f2b8b0c;
            8'b0110001?: word = 57'h01c4de1ef5bf2ff;
            8'b0110010?: word = 57'h01bc9808f8b8af3;
            8'b0110011?: word = 57'h01b4698cfba5ae6;
            8'b0110100?: word = 57'h01ac5244fe862dc;
            8'b0110101?: word = 57'h01a451d1015aad0;
            8'b0110110?: word = 57'h019c67d104232c2;
            8'b0110111?: word = 57'h019493e506dfab6;
            8'b0111000?: word = 57'h018cd5b109912ac;
            8'b0111001?: word = 57'h01852cdd0c37aa1;
            8'b0111010?: word = 57'h017d99110ed3295;
            8'b0111011?: word = 57'h017619f51163a8a;
            8'b0111100?: word = 57'h016eaf3513ea281;
            8'b0111101?: word = 57'h0167587f1666a78;
            8'b0111110?: word = 57'h0160158318d8a6e;
            8'b0111111?: word = 57'h0158e5f11b41265;
            8'b1000000?: word = 57'h0151c97d1da025a;
            8'b1000001?: word = 57'h014abfd91ff5251;
            8'b1000010?: word = 57'h0143c8bb2241a48;
            8'b1000011?: word = 57'h013ce3db2484a40;
            8'b1000100?: word = 57'h013610f326bf236;
            8'b1000101?: word = 57'h012f4fbb28f122d;
            8'b1000110?: word = 57'h01289fef2b1a224;
            8'b1000111?: word = 57'h0122014b2d3ba1e;
            8'b100100??: word = 57'h011832f5305ca11;
            8'b100101??: word = 57'h010b598d346f201;
            8'b100110??: word = 57'h00fec05538631f2;
            8'b100111??: word = 57'h00f2656d3c399e4;
            8'b101000??: word = 57'h00e6470f3ff41d6;
            8'b101001??: word = 57'h00da638143941c9;
            8'b101010??: word = 57'h00ceb91947199bd;
            8'b101011??: word = 57'h00c346434a861b0;
            8'b101100??: word = 57'h00b809734dda9a4;
            8'b101101??: word = 57'h00ad012f5117999;
            8'b101110??: word = 57'h00a22c07543e98e;
            8'b101111??: word = 57'h0097889f574f983;
            8'b110000??: word = 57'h008d15a15a4c179;
            8'b110001??: word = 57'h0082d1c75d3416f;
            8'b110010??: word = 57'h0078bbd16009166;
            8'b110011??: word = 57'h006ed29362cb15d;
            8'b110100??: word = 57'h006514e3657b154;
            8'b110101??: word = 57'h005b81a5681994b;
            8'b110110??: word = 57'h005217c76aa7143;
            8'b110111??: word = 57'h0048d63d6d2413b;
            8'b111000??: word = 57'h003fbc076f91933;
            8'b111001??: word = 57'h0036c82d71ef92b;
            8'b111010??: word = 57'h002df9bf743f124;
            8'b111011??: word = 57'h00254fd1768011d;
            8'b111100??: word = 57'h001cc98778b3916;
            8'b111101??: word = 57'h001466017ad9110;
            8'b111110??: word = 57'h000c24717cf2109;
            8'b111111??: word = 57'h000404077efe103;
            default: ;
          endcase
          c0_o = {4'd1, word[53:29], 2'b0};
          c1_o = {3'b111, word[28:11]};
          c2_o = {4'b0, word[10:0], 1'b0};
          c3_o = '0;
        end
        4'd1: begin  // rsqrt
          unique casez ({part_i[0], index_i})
            9'b0_0000000?: word = 57'h07f8060005f7be5;
            9'b0_0000001?: word = 57'h07e8358011bbbab;
            9'b0_0000010?: word = 57'h07d893a01d47b71;
            9'b0_0000011?: word = 57'h07c91f7c289ab39;
            9'b0_0000100?: word = 57'h07b9d83833b7aff;
            9'b0_0000101?: word = 57'h07aabcf83e9ead1;
            9'b0_0000110?: word = 57'h079bccf04952a9e;
            9'b0_0000111?: word = 57'h078d075453d3a65;
            9'b0_0001000?: word = 57'h077e6b545e23a3c;
            9'b0_0001001?: word = 57'h076ff8386843a09;
            9'b0_0001010?: word = 57'h0761ad3c72359de;
            9'b0_0001011?: word = 57'h075389ac7bf99b1;
            9'b0_0001100?: word = 57'h07458cd4859097f;
            9'b0_0001101?: word = 57'h0737b6008efc958;
            9'b0_0001110?: word = 57'h072a0488983e930;
            9'b0_0001111?: word = 57'h071c77c8a157901;
            9'b0_001000??: word = 57'h07086814aead8c8;
            9'b0_001001??: word = 57'h06ee2324bff487d;
            9'b0_001010??: word = 57'h06d46610d0a6834;
            9'b0_001011??: word = 57'h06bb2c54e0cc7f0;
            9'b0_001100??: word = 57'h06a271a0f06a7b0;
            9'b0_001101??: word = 57'h068a31dcff88771;
            9'b0_001110??: word = 57'h067269190e2b735;
            9'b0_001111??: word = 57'h065b13951c596fc;
            9'b0_010000??: word = 57'h06442dbd2a176c2;
            9'b0_010001??: word = 57'h062db4153768690;
            9'b0_010010??: word = 57'h0617a361445365c;
            9'b0_010011??: word = 57'h0601f87150db62d;
            9'b0_010100??: word = 57'h05ecb0495d055fd;
            9'b0_010101??: word = 57'h05d7c7f968d35d1;
            9'b0_010110??: word = 57'h05c33cc1744b5a6;
            9'b0_010111??: word = 57'h05af0bf17f6f57f;
            9'b0_011000??: word = 57'h059b33018a43557;
            9'b0_011001??: word = 57'h0587af7594c952f;
            9'b0_011010??: word = 57'h05747eed9f0550c;
            9'b0_011011??: word = 57'h05619f29a8fa4e9;
            9'b0_011100??: word = 57'h054f0df5b2aa4c8;
            9'b0_011101??: word = 57'h053cc939bc184a6;
            9'b0_011110??: word = 57'h052acee9c546487;
            9'b0_011111??: word = 57'h05191d15ce37469;
            9'b0_100000??: word = 57'h0507b1d9d6ed44b;
            9'b0_100001??: word = 57'h04f68b65df6942f;
            9'b0_100010??: word = 57'h04e5a7f5e7af417;
            9'b0_100011??: word = 57'h04d505e1efc03fc;
            9'b0_100100??: word = 57'h04c4a381f79d3e4;
            9'b0_100101??: word = 57'h04b47f49ff493c9;
            9'b0_100110??: word = 57'h04a497ae06c53b1;
            9'b0_100111??: word = 57'h0494eb360e1339d;
            9'b0_101000??: word = 57'h0485787e1535385;
            9'b0_101001??: word = 57'h04763e221c2b370;
            9'b0_101010??: word = 57'h04673ace22f735c;
            9'b0_101011??: word = 57'h04586d3a299b34a;
            9'b0_101100??: word = 57'h0449d42e3018334;
            9'b0_101101??: word = 57'h043b6e6e366f321;
            9'b0_101110??: word = 57'h042d3ad23ca2310;
            9'b0_101111??: word = 57'h041f383e42b12fe;
            9'b0_110000??: word = 57'h04116596489e2ed;
            9'b0_110001??: word = 57'h0403c1ca4e692df;
            9'b0_110010??: word = 57'h03f64bda54142ce;
            9'b0_110011??: word = 57'h03e902c2599f2c0;
            9'b0_110100??: word = 57'h03dbe58e5f0d2b0;
            9'b0_110101??: word = 57'h03cef34e645c2a0;
            9'b0_110110??: word = 57'h03c22b166990293;
            9'b0_110111??: word = 57'h03b58c0a6ea7284;
            9'b0_111000??: word = 57'h03a9154a73a3276;
            9'b0_111001??: word = 57'h039cc602788526b;
            9'b0_111010??: word = 57'h03909d667d4e25e;
            9'b0_111011??: word = 57'h03849aaa81fe253;
            9'b0_111100??: word = 57'h0378bd0e8696247;
            9'b0_111101??: word = 57'h036d03d68b1623a;
            9'b0_111110??: word = 57'h03616e428f80230;
            9'b0_111111??: word = 57'h0355fba693d4224;
            9'b1_000000??: word = 57'h03450fc9344e852;
            9'b1_000001??: word = 57'h032ef41d44a2803;
            9'b1_000010??: word = 57'h0319589954597b5;
            9'b1_000011??: word = 57'h03043875637c76d;
            9'b1_000100??: word = 57'h02ef8f2d721272a;
            9'b1_000101??: word = 57'h02db587980236e8;
            9'b1_000110??: word = 57'h02c790458db46a9;
            9'b1_000111??: word = 57'h02b432ad9acc66e;
            9'b1_001000??: word = 57'h02a13c01a770637;
            9'b1_001001??: word = 57'h028ea8c1b3a7602;
            9'b1_001010??: word = 57'h027c7595bf765cd;
            9'b1_001011??: word = 57'h026a9f45cae059d;
            9'b1_001100??: word = 57'h025922cdd5ec56d;
            9'b1_001101??: word = 57'h0247fd3de09c543;
            9'b1_001110??: word = 57'h02372bd5eaf6518;
            9'b1_001111??: word = 57'h0226abedf4fd4ee;
            9'b1_010000??: word = 57'h02167af5feb44c8;
            9'b1_010001??: word = 57'h02069686081f4a3;
            9'b1_010010??: word = 57'h01f6fc4a114147e;
            9'b1_010011??: word = 57'h01e7aa021a1e45e;
            9'b1_010100??: word = 57'h01d89d9222b743d;
            9'b1_010101??: word = 57'h01c9d4ee2b1141c;
            9'b1_010110??: word = 57'h01bb4e16332d401;
            9'b1_010111??: word = 57'h01ad07323b0d3e2;
            9'b1_011000??: word = 57'h019efe6e42b53c5;
            9'b1_011001??: word = 57'h0191320a4a263ab;
            9'b1_011010??: word = 57'h0183a05a5163393;
            9'b1_011011??: word = 57'h017647ca586d377;
            9'b1_011100??: word = 57'h016926c25f47362;
            9'b1_011101??: word = 57'h015c3bce65f234a;
            9'b1_011110??: word = 57'h014f857a6c70335;
            9'b1_011111??: word = 57'h0143026a72c231d;
            9'b1_100000??: word = 57'h0136b14278eb309;
            9'b1_100001??: word = 57'h012a90ba7eeb2f7;
            9'b1_100010??: word = 57'h011e9f9a84c52e5;
            9'b1_100011??: word = 57'h0112dcb28a782d0;
            9'b1_100100??: word = 57'h010746d290082c0;
            9'b1_100101??: word = 57'h00fbdce695752ad;
            9'b1_100110??: word = 57'h00f09dd69ac029c;
            9'b1_100111??: word = 57'h00e5889a9fea28c;
            9'b1_101000??: word = 57'h00da9c2ea4f527f;
            9'b1_101001??: word = 57'h00cfd7a2a9e126d;
            9'b1_101010??: word = 57'h00c539faaeb0261;
            9'b1_101011??: word = 57'h00bac25ab362252;
            9'b1_101100??: word = 57'h00b06fdab7f8245;
            9'b1_101101??: word = 57'h00a641a2bc74237;
            9'b1_101110??: word = 57'h009c36dec0d622c;
            9'b1_101111??: word = 57'h00924ec6c51f21e;
            9'b1_110000??: word = 57'h00888892c94f212;
            9'b1_110001??: word = 57'h007ee382cd68206;
            9'b1_110010??: word = 57'h00755edad16a1fc;
            9'b1_110011??: word = 57'h006bf9ead5561f2;
            9'b1_110100??: word = 57'h0062b406d92c1e5;
            9'b1_110101??: word = 57'h00598c7edced1da;
            9'b1_110110??: word = 57'h005082aee09b1d2;
            9'b1_110111??: word = 57'h004795fae4341c9;
            9'b1_11100???: word = 57'h003a682ee9751ba;
            9'b1_11101???: word = 57'h00293626f0391a8;
            9'b1_111100??: word = 57'h001c9676f52119d;
            9'b1_111101??: word = 57'h00144c46f850194;
            9'b1_111110??: word = 57'h000c1b4efb6e18b;
            9'b1_111111??: word = 57'h0004030afe7e185;
            default: ;
          endcase
          c0_o = {4'd1, word[54:30], 2'b0};
          c1_o = {3'b111, word[29:12]};
          c2_o = {3'b0, word[11:0], 1'b0};
          c3_o = '0;
        end
        4'd2: begin  // sqrt
          unique casez ({part_i[0], index_i})
            9'b0_000000??: word = 57'h0001ff037f81205;
            9'b0_000001??: word = 57'h0005f71c7e86e13;
            9'b0_000010??: word = 57'h0009e77c7d9261c;
            9'b0_000011??: word = 57'h000dd04e7ca3626;
            9'b0_000100??: word = 57'h0011b1bc7bb9a33;
            9'b0_000101??: word = 57'h00158bf17ad4e3d;
            9'b0_000110??: word = 57'h00195f1579f5244;
            9'b0_000111??: word = 57'h001d2b4c791a24f;
            9'b0_00100???: word = 57'h0022d0f777da65c;
            9'b0_00101???: word = 57'h002a419b763e66d;
            9'b0_00110???: word = 57'h0031990674b2a7c;
            9'b0_00111???: word = 57'h0038d82f733628b;
            9'b0_01000???: word = 57'h0040000271c7a98;
            9'b0_01001???: word = 57'h0047115a7066aa5;
            9'b0_01010???: word = 57'h004e0d076f11eb1;
            9'b0_01011???: word = 57'h0054f3c96dc96bd;
            9'b0_01100???: word = 57'h005bc65b6c8bac8;
            9'b0_01101???: word = 57'h006285686b58ad2;
            9'b0_01110???: word = 57'h006931946a2f6dc;
            9'b0_01111???: word = 57'h006fcb7c690fee5;
            9'b0_10000???: word = 57'h007653b267f92ed;
            9'b0_10001???: word = 57'h007ccac066eaef6;
            9'b0_10010???: word = 57'h0083312b65e4afe;
            9'b0_10011???: word = 57'h0089877364e6305;
            9'b0_10100???: word = 57'h008fce0d63eef0c;
            9'b0_10101???: word = 57'h0096056c62feb13;
            9'b0_10110???: word = 57'h009c2dfd621531a;
            9'b0_10111???: word = 57'h00a248286131f20;
            9'b0_11000???: word = 57'h00a854516054b26;
            9'b0_11001???: word = 57'h00ae52d55f7d72c;
            9'b0_11010???: word = 57'h00b444105eab731;
            9'b0_11011???: word = 57'h00ba28595ddef36;
            9'b0_11100???: word = 57'h00c000025d17b3b;
            9'b0_11101???: word = 57'h00c5cb5b5c54f40;
            9'b0_11110???: word = 57'h00cb8ab25b97345;
            9'b0_11111???: word = 57'h00d13e4f5addf49;
            9'b1_000000??: word = 57'h00d6e67ab451534;
            9'b1_000001??: word = 57'h00dc8375b2ef946;
            9'b1_000010??: word = 57'h00e21583b195d55;
            9'b1_000011??: word = 57'h00e79ce2b043d65;
            9'b1_000100??: word = 57'h00ed19d0aef9570;
            9'b1_000101??: word = 57'h00f28c85adb5d7f;
            9'b1_000110??: word = 57'h00f7f53aac7958f;
            9'b1_000111??: word = 57'h00fd5427ab4359a;
            9'b1_001000??: word = 57'h0102a97eaa141a8;
            9'b1_001001??: word = 57'h0107f573a8eadb5;
            9'b1_001010??: word = 57'h010d3837a7c79bf;
            9'b1_001011??: word = 57'h011271f8a6aa1cc;
            9'b1_001100??: word = 57'h0117a2e5a5925d6;
            9'b1_001101??: word = 57'h011ccb2aa4801df;
            9'b1_001110??: word = 57'h0121eaf0a372dec;
            9'b1_001111??: word = 57'h01270263a26adf5;
            9'b1_010000??: word = 57'h012c11a9a167e00;
            9'b1_010001??: word = 57'h013118eba069a07;
            9'b1_010010??: word = 57'h0136184c9f70212;
            9'b1_010011??: word = 57'h013b0ff39e7ae1a;
            9'b1_010100??: word = 57'h014000029d8a222;
            9'b1_010101??: word = 57'h0144e89c9c9da2a;
            9'b1_010110??: word = 57'h0149c9e29bb5232;
            9'b1_010111??: word = 57'h014ea3f49ad0a3c;
            9'b1_01100???: word = 57'h0155ddd49981a47;
            9'b1_01101???: word = 57'h015f684097cf655;
            9'b1_01110???: word = 57'h0168d7f9962b263;
            9'b1_01111???: word = 57'h01722ddd949466f;
            9'b1_10000???: word = 57'h017b6ab8930a27c;
            9'b1_10001???: word = 57'h01848f53918c287;
            9'b1_10010???: word = 57'h018d9c669019693;
            9'b1_10011???: word = 57'h019692a58eb169e;
            9'b1_10100???: word = 57'h019f72ba8d53aa7;
            9'b1_10101???: word = 57'h01a83d448c002b1;
            9'b1_10110???: word = 57'h01b0f2de8ab5aba;
            9'b1_10111???: word = 57'h01b9941c89746c3;
            9'b1_11000???: word = 57'h01c22188883b6cc;
            9'b1_11001???: word = 57'h01ca9bac870aed3;
            9'b1_11010???: word = 57'h01d3030485e22db;
            9'b1_11011???: word = 57'h01db580d84c0ee2;
            9'b1_11100???: word = 57'h01e39b3c83a6ee9;
            9'b1_11101???: word = 57'h01ebcd028293af0;
            9'b1_11110???: word = 57'h01f3edcb81872f7;
            9'b1_11111???: word = 57'h01fbfe0080812fd;
            default: ;
          endcase
          c0_o = {4'd1, word[52:28], 2'b0};
          c1_o = {3'b0, word[27:10]};
          c2_o = {5'b11111, word[9:0], 1'b0};
          c3_o = '0;
        end
        4'd3: begin  // ex2
          unique casez (index_i)
            8'b000000??: word = 57'h000163dbac9a4f7;
            8'b000001??: word = 57'h0004315fad168fa;
            8'b000010??: word = 57'h000706b3ad944fd;
            8'b000011??: word = 57'h0009e3ee2e134ff;
            8'b000100??: word = 57'h000cc923ae93d02;
            8'b000101??: word = 57'h000fb66c2f15b05;
            8'b000110??: word = 57'h0012abdd2f98f08;
            8'b000111??: word = 57'h0015a98db01d90b;
            8'b001000??: word = 57'h0018af94b0a3b0e;
            8'b001001??: word = 57'h001bbe09312b511;
            8'b001010??: word = 57'h001ed50331b4714;
            8'b001011??: word = 57'h0021f49a323ef17;
            8'b001100??: word = 57'h00251ce632cb119;
            8'b001101??: word = 57'h00284dff335891d;
            8'b001110??: word = 57'h002b87fe33e7b20;
            8'b001111??: word = 57'h002ecafbb478723;
            8'b010000??: word = 57'h00321710b50ab26;
            8'b010001??: word = 57'h00356c57359e929;
            8'b010010??: word = 57'h0038cae7b63412d;
            8'b010011??: word = 57'h003c32dd36cb130;
            8'b010100??: word = 57'h003fa4513763f33;
            8'b010101??: word = 57'h00431f5eb7fe536;
            8'b010110??: word = 57'h0046a41fb89a53a;
            8'b010111??: word = 57'h004a32b0393833d;
            8'b011000??: word = 57'h004dcb2ab9d7b41;
            8'b011001??: word = 57'h00516dab3a78f44;
            8'b011010??: word = 57'h00551a4dbb1bf48;
            8'b011011??: word = 57'h0058d12e3bc0b4c;
            8'b011100??: word = 57'h005c9269bc6754f;
            8'b011101??: word = 57'h00605e1cbd0fb53;
            8'b011110??: word = 57'h00643464bdb9d56;
            8'b011111??: word = 57'h0068155e3e65f5a;
            8'b100000??: word = 57'h006c01283f13d5e;
            8'b100001??: word = 57'h006ff7e0bfc3b62;
            8'b100010??: word = 57'h0073f9a5c075765;
            8'b100011??: word = 57'h007806964129369;
            8'b100100??: word = 57'h007c1ed141ded6d;
            8'b100101??: word = 57'h008042764296771;
            8'b100110??: word = 57'h008471a5c350175;
            8'b100111??: word = 57'h0088ac7ec40bb79;
            8'b101000??: word = 57'h008cf322c4c977d;
            8'b101001??: word = 57'h009145b1c589382;
            8'b101010??: word = 57'h0095a44dc64af86;
            8'b101011??: word = 57'h009a0f18470ef8a;
            8'b101100??: word = 57'h009e8632c7d518e;
            8'b101101??: word = 57'h00a309bfc89d393;
            8'b101110??: word = 57'h00a799e24967b97;
            8'b101111??: word = 57'h00ac36bd4a3459b;
            8'b110000??: word = 57'h00b0e073cb033a0;
            8'b110001??: word = 57'h00b59729cbd45a5;
            8'b110010??: word = 57'h00ba5b044ca7ba9;
            8'b110011??: word = 57'h00bf2c26cd7d5ae;
            8'b110100??: word = 57'h00c40ab6ce555b3;
            8'b110101??: word = 57'h00c8f6da4f2fbb7;
            8'b110110??: word = 57'h00cdf0b6500c7bc;
            8'b110111??: word = 57'h00d2f87150eb9c1;
            8'b111000??: word = 57'h00d80e32d1cd3c5;
            8'b111001??: word = 57'h00dd322052b13cb;
            8'b111010??: word = 57'h00e264625397bd0;
            8'b111011??: word = 57'h00e7a520d480dd5;
            8'b111100??: word = 57'h00ecf483d56c5da;
            8'b111101??: word = 57'h00f252b4d65a7df;
            8'b111110??: word = 57'h00f7bfdbd74b3e4;
            8'b111111??: word = 57'h00fd3c23d83e9e9;
            default: ;
          endcase
          c0_o = {4'd1, word[51:27], 2'b0};
          c1_o = {3'b0, word[26:9]};
          c2_o = {6'b0, word[8:0], 1'b0};
          c3_o = '0;
        end
        4'd4: begin  // lg2
          unique casez (index_i)
            8'b0000000?: word = 57'h0002e139b7f2922;
            8'b0000001?: word = 57'h00089b19b686d2d;
            8'b0000010?: word = 57'h000e49b2b520d39;
            8'b0000011?: word = 57'h0013ed31b3c0543;
            8'b0000100?: word = 57'h001985c0b264d4e;
            8'b0000101?: word = 57'h001f138ab10ed57;
            8'b0000110?: word = 57'h002496b7afbdd63;
            8'b0000111?: word = 57'h002a0f70ae71d6e;
            8'b000100??: word = 57'h00323143ac8957b;
            8'b000101??: word = 57'h003ce5d8aa0dd8e;
            8'b000110??: word = 57'h00477346a7a45a0;
            8'b000111??: word = 57'h0051daa8a54c1b0;
            8'b001000??: word = 57'h005c1d0ca3045c0;
            8'b001001??: word = 57'h00663b74a0cc9d0;
            8'b001010??: word = 57'h007036db9ea41df;
            8'b001011??: word = 57'h007a10309c8a1ed;
            8'b001100??: word = 57'h0083c8579a7e5fb;
            8'b001101??: word = 57'h008d602e987fe08;
            8'b001110??: word = 57'h0096d888968ea15;
            8'b001111??: word = 57'h00a0323294a9e21;
            8'b010000??: word = 57'h00a96df092d0e2d;
            8'b010001??: word = 57'h00b28c7f9103e39;
            8'b010010??: word = 57'h00bb8e968f41e43;
            8'b010011??: word = 57'h00c474e48d8aa4e;
            8'b010100??: word = 57'h00cd40128bdde58;
            8'b010101??: word = 57'h00d5f0c48a3ae62;
            8'b010110??: word = 57'h00de879788a1e6c;
            8'b010111??: word = 57'h00e705248712275;
            8'b011000??: word = 57'h00ef69fe858b67e;
            8'b011001??: word = 57'h00f7b6b4840d686;
            8'b011010??: word = 57'h00ffebcd8297e8e;
            8'b011011??: word = 57'h010809cf812aa97;
            8'b011100??: word = 57'h0110113b7fc529e;
            8'b011101??: word = 57'h0118028d7e672a6;
            8'b011110??: word = 57'h011fde3d7d10ead;
            8'b011111??: word = 57'h0127a4c17bc16b4;
            8'b100000??: word = 57'h012f56877a792bb;
            8'b100001??: word = 57'h0136f4007937ac1;
            8'b100010??: word = 57'h013e7d9477fcac8;
            8'b100011??: word = 57'h0145f3aa76c7ece;
            8'b100100??: word = 57'h014d56a675996d4;
            8'b100101??: word = 57'h0154a6e97470ada;
            8'b100110??: word = 57'h015be4d1734dee0;
            8'b100111??: word = 57'h016310b97230ae6;
            8'b101000??: word = 57'h016a2afa7118eeb;
            8'b101001??: word = 57'h017133ea70066f0;
            8'b101010??: word = 57'h01782bdc6ef92f5;
            8'b101011??: word = 57'h017f13226df0efa;
            8'b101100??: word = 57'h0185ea0b6cedaff;
            8'b101101??: word = 57'h018cb0e46beef03;
            8'b101110??: word = 57'h019367f76af4f08;
            8'b101111??: word = 57'h019a0f8d69ff30d;
            8'b110000??: word = 57'h01a0a7ee690e311;
            8'b110001??: word = 57'h01a7315d6821315;
            8'b110010??: word = 57'h01adac1f6738719;
            8'b110011??: word = 57'h01b41873665371d;
            8'b110100??: word = 57'h01ba769b6572b21;
            8'b110101??: word = 57'h01c0c6d46495b25;
            8'b110110??: word = 57'h01c7095b63bc728;
            8'b110111??: word = 57'h01cd3e6a62e6b2c;
            8'b111000??: word = 57'h01d3663b6214b30;
            8'b111001??: word = 57'h01d981066145f33;
            8'b111010??: word = 57'h01df8f02607ab36;
            8'b111011??: word = 57'h01e590645fb2b39;
            8'b111100??: word = 57'h01eb855f5eedf3d;
            8'b111101??: word = 57'h01f16e285e2c340;
            8'b111110??: word = 57'h01f74aef5d6db43;
            8'b111111??: word = 57'h01fd1be55cb2346;
            default: ;
          endcase
          c0_o = {4'b0, word[52:28], 2'b0};
          c1_o = {3'b0, word[27:10]};
          c2_o = {5'b11111, word[9:0], 1'b0};
          c3_o = '0;
        end
        4'd5: begin  // sin
          unique casez (index_i)
            8'b0000000?: word = 57'h001921fb243aff8;
            8'b0000001?: word = 57'h004b64e3241c7e9;
            8'b0000010?: word = 57'h007da4e723ddfd9;
            8'b0000011?: word = 57'h00afe00f23817ca;
            8'b0000100?: word = 57'h00e2147323057ba;
            8'b0000101?: word = 57'h0114401b226a7ab;
            8'b0000110?: word = 57'h0146611f21b079c;
            8'b0000111?: word = 57'h0178758f20d778c;
            8'b0001000?: word = 57'h01aa7b7b1fdff7d;
            8'b0001001?: word = 57'h01dc70f71ec976d;
            8'b0001010?: word = 57'h020e54131d9475d;
            8'b0001011?: word = 57'h024022e31c3ff4f;
            8'b0001100?: word = 57'h0271db7f1acd73f;
            8'b0001101?: word = 57'h02a37bfb193bf2f;
            8'b0001110?: word = 57'h02d5026b178bf20;
            8'b0001111?: word = 57'h03066ce715bd711;
            8'b0010000?: word = 57'h0337b98713d0f02;
            8'b0010001?: word = 57'h0368e66711c56f3;
            8'b0010010?: word = 57'h0399f19f0f9bee4;
            8'b0010011?: word = 57'h03cad94b0d53ed5;
            8'b0010100?: word = 57'h03fb9b8b0aedec6;
            8'b0010101?: word = 57'h042c367f086a6b6;
            8'b0010110?: word = 57'h045ca83f05c86a8;
            8'b0010111?: word = 57'h048ceef30308699;
            8'b0011000?: word = 57'h04bd08bf002b68a;
            8'b0011001?: word = 57'h04ecf3c6fd2fe7b;
            8'b0011010?: word = 57'h051cae32fa1766c;
            8'b0011011?: word = 57'h054c362af6e1e5d;
            8'b0011100?: word = 57'h057b89d6f38e64f;
            8'b0011101?: word = 57'h05aaa766f01e641;
            8'b0011110?: word = 57'h05d98d0aec90e33;
            8'b0011111?: word = 57'h060838f6e8e6e23;
            8'b0100000?: word = 57'h0636a952e51fe16;
            8'b0100001?: word = 57'h0664dc5ee13c608;
            8'b0100010?: word = 57'h0692d052dd3c5f9;
            8'b0100011?: word = 57'h06c08362d9205eb;
            8'b0100100?: word = 57'h06edf3d2d4e7ddc;
            8'b0100101?: word = 57'h071b1fdad093dcf;
            8'b0100110?: word = 57'h074805c2cc23dc1;
            8'b0100111?: word = 57'h0774a3cec7985b3;
            8'b0101000?: word = 57'h07a0f842c2f15a6;
            8'b0101001?: word = 57'h07cd016ebe2ed98;
            8'b0101010?: word = 57'h07f8bd9ab95158b;
            8'b0101011?: word = 57'h08242b1ab45957d;
            8'b0101100?: word = 57'h084f4842af46570;
            8'b0101101?: word = 57'h087a1366aa18d62;
            8'b0101110?: word = 57'h08a48adea4d1556;
            8'b0101111?: word = 57'h08cead0e9f6f548;
            8'b0110000?: word = 57'h08f8784e99f3d3b;
            8'b0110001?: word = 57'h0921eb06945e52e;
            8'b0110010?: word = 57'h094b039a8eaf523;
            8'b0110011?: word = 57'h0973c07a88e7515;
            8'b0110100?: word = 57'h099c200e8306509;
            8'b0110101?: word = 57'h09c420ca7d0c4fd;
            8'b0110110?: word = 57'h09ebc12276f9cf1;
            8'b0110111?: word = 57'h0a12ff9270cf4e5;
            8'b0111000?: word = 57'h0a39da966a8c4d8;
            8'b0111001?: word = 57'h0a6050aa6431ccd;
            8'b0111010?: word = 57'h0a8660565dbf4c1;
            8'b0111011?: word = 57'h0aac08225735cb6;
            8'b0111100?: word = 57'h0ad1469a5094cab;
            8'b0111101?: word = 57'h0af61a5249dd49e;
            8'b0111110?: word = 57'h0b1a81d6430f494;
            8'b0111111?: word = 57'h0b3e7bca3c2ac88;
            8'b1000000?: word = 57'h0b6206be353047e;
            8'b1000001?: word = 57'h0b85215e2e1fc73;
            8'b1000010?: word = 57'h0ba7ca4e26f9c67;
            8'b1000011?: word = 57'h0bca00321fbec5d;
            8'b1000100?: word = 57'h0bebc1be186ec52;
            8'b1000101?: word = 57'h0c0d0d9e1109c49;
            8'b1000110?: word = 57'h0c2de2920990c3f;
            8'b1000111?: word = 57'h0c4e3f520203435;
            8'b1001000?: word = 57'h0c6e229dfa6242b;
            8'b1001001?: word = 57'h0c8d8b3df2adc21;
            8'b1001010?: word = 57'h0cac77f5eae5c18;
            8'b1001011?: word = 57'h0ccae79de30b40e;
            8'b1001100?: word = 57'h0ce8d901db1dc04;
            8'b1001101?: word = 57'h0d064af9d31e3fc;
            8'b1001110?: word = 57'h0d233c69cb0c3f2;
            8'b1001111?: word = 57'h0d3fac2dc2e93ea;
            8'b1010000?: word = 57'h0d5b9931bab43e1;
            8'b1010001?: word = 57'h0d77025db26e3d9;
            8'b1010010?: word = 57'h0d91e6a9aa17bd0;
            8'b1010011?: word = 57'h0dac4505a1b0bc8;
            8'b1010100?: word = 57'h0dc61c6d9939bc1;
            8'b1010101?: word = 57'h0ddf6be590b2bb9;
            8'b1010110?: word = 57'h0df83275881c3b1;
            8'b1010111?: word = 57'h0e106f257f76ba9;
            8'b1011000?: word = 57'h0e28210576c2ba2;
            8'b1011001?: word = 57'h0e3f472d6dffb9b;
            8'b1011010?: word = 57'h0e55e0b9652f394;
            8'b1011011?: word = 57'h0e6becc95c50b8d;
            8'b1011100?: word = 57'h0e816a815364387;
            8'b1011101?: word = 57'h0e9659154a6b380;
            8'b1011110?: word = 57'h0eaab7ad4165b7a;
            8'b1011111?: word = 57'h0ebe85853853374;
            8'b110000??: word = 57'h0edb29352aa036b;
            8'b110001??: word = 57'h0eff57351835b60;
            8'b110010??: word = 57'h0f21352d05a0355;
            8'b110011??: word = 57'h0f40bdd4f2e234c;
            8'b110100??: word = 57'h0f5dec64dffeb43;
            8'b110101??: word = 57'h0f78bc54ccf8b3a;
            8'b110110??: word = 57'h0f91297cb9d3333;
            8'b110111??: word = 57'h0fa73020a69132c;
            8'b111000??: word = 57'h0fbaccd49335326;
            8'b111001??: word = 57'h0fcbfc907fc2b21;
            8'b111010??: word = 57'h0fdabcbc6c3c31c;
            8'b111011??: word = 57'h0fe70b0058a5318;
            8'b111100??: word = 57'h0ff0e5804500b15;
            8'b111101??: word = 57'h0ff84ab43151313;
            8'b111110??: word = 57'h0ffd39741d9a312;
            8'b111111??: word = 57'h0fffb11009deb10;
            default: ;
          endcase
          c0_o = {3'b0, word[55:30], 2'b0};
          c1_o = {2'b0, word[29:11]};
          c2_o = {3'b111, word[10:0], 2'b0};
          c3_o = '0;
        end
        4'd6: begin  // tanh
          unique casez ({part_i, index_i})
            12'b0000_0???????: word = 57'h000009ff9ffd007;
            12'b0000_1???????: word = 57'h00000dff1ffb003;
            12'b0001_0???????: word = 57'h000009fe9ff9003;
            12'b0001_1???????: word = 57'h00000dfc6ff2ffe;
            12'b0010_0???????: word = 57'h000009fabfe6ff3;
            12'b0010_1???????: word = 57'h00000df1cfcdfe9;
            12'b0011_0???????: word = 57'h000009eb6f9bfb4;
            12'b0011_1???????: word = 57'h00000dc7ff3ff95;
            12'b0100_0???????: word = 57'h000009afde84ee6;
            12'b0100_1???????: word = 57'h00000d2b9d46ea3;
            12'b0101_0???????: word = 57'h000008dfab12cf3;
            12'b0101_1???????: word = 57'h00000b433816d2b;
            12'b0110_00??????: word = 57'h00000679758ab82;
            12'b0110_01??????: word = 57'h00000709e3a1cd6;
            12'b0110_10??????: word = 57'h00000767224fdd0;
            12'b0110_11??????: word = 57'h000007a1d170eb0;
            12'b0111_00??????: word = 57'h000003e980b7e9f;
            12'b0111_01??????: word = 57'h000003f7a044f83;
            12'b0111_1???????: word = 57'h000003fe2011fe1;
            12'b1000_0???????: word = 57'h000001ffe001fff;
            12'b1000_1???????: word = 57'h000002000000000;
            default: ;
          endcase
          c0_o = {11'b0, word[39:24], 4'b0};
          c1_o = {7'b0, word[23:12], 2'b0};
          c2_o = {{3{word[11]}}, word[11:0], 1'b0};
          c3_o = '0;
        end
        4'd7: if (Relative != 0) begin  // sin_ratio
          unique casez (index_i)
            8'b0000????: word = 57'h1ffd555faaaeaad;
            8'b00010???: word = 57'h1fef56af2aceab5;
            8'b00011???: word = 57'h1fdf5a5ed5b2abf;
            8'b00100???: word = 57'h1fca0dbe80c4ac9;
            8'b00101???: word = 57'h1faf73de2c10adb;
            8'b00110???: word = 57'h1f8f90cdd7a0aef;
            8'b00111???: word = 57'h1f6a695d8386b05;
            8'b01000???: word = 57'h1f40031d2fc8b1d;
            8'b01001???: word = 57'h1f10644cdc78b3b;
            8'b01010???: word = 57'h1edb942c89a0b5a;
            8'b01011???: word = 57'h1ea19a9c374cb7b;
            8'b01100???: word = 57'h1e62803be58aba2;
            8'b01101???: word = 57'h1e1e4e8b9464bcb;
            8'b01110???: word = 57'h1dd50fab43e8bf8;
            8'b01111???: word = 57'h1d86ceaaf422c25;
            8'b10000???: word = 57'h1d33971aa51cc58;
            8'b10001???: word = 57'h1cdb757a56e2c8d;
            8'b10010???: word = 57'h1c7e76ea0980cc5;
            8'b10011???: word = 57'h1c1ca949bd02cff;
            8'b101000??: word = 57'h1bd02fe9843ad2f;
            8'b101001??: word = 57'h1b9bbb595eb0d47;
            8'b101010??: word = 57'h1b661b693964d67;
            8'b101011??: word = 57'h1b2f5219145ad8d;
            8'b101100??: word = 57'h1af76188ef90da8;
            8'b101101??: word = 57'h1abe4bb8cb0adcb;
            8'b101110??: word = 57'h1a8412c8a6caded;
            8'b101111??: word = 57'h1a48b8e882cee10;
            8'b110000??: word = 57'h1a0c40385f1ae3b;
            8'b110001??: word = 57'h19ceab183baee5f;
            8'b110010??: word = 57'h198ffbc8188ce7d;
            8'b110011??: word = 57'h19503487f5b6ea5;
            8'b110100??: word = 57'h190f57b7d32aecc;
            8'b110101??: word = 57'h18cd67c7b0ecef5;
            8'b110110??: word = 57'h188a67278efef1d;
            8'b110111??: word = 57'h184658576d5ef42;
            8'b111000??: word = 57'h18013dc74c12f6b;
            8'b111001??: word = 57'h17bb1a172b16f92;
            8'b111010??: word = 57'h1773efc70a6efc4;
            8'b111011??: word = 57'h172bc196ea1afee;
            8'b111100??: word = 57'h16e29226ca1d013;
            8'b111101??: word = 57'h16986416aa75040;
            8'b111110??: word = 57'h164d3a268b27070;
            8'b111111??: word = 57'h160117266c3109f;
            default: ;
          endcase
          c0_o = {4'd1, word[56:32], 2'b0};
          c1_o = {2'b11, word[31:13]};
          c2_o = {2'b11, word[12:0], 1'b0};
          c3_o = '0;
        end
        4'd8: if (Relative != 0) begin  // lg2_ratio
          unique casez (index_i)
            8'b00000000: word = 57'h01fe3bcb1e7346a;
            8'b00000001: word = 57'h01fab9fd20a4458;
            8'b00000010: word = 57'h01f740e122cc444;
            8'b00000011: word = 57'h01f3d05124eac35;
            8'b00000100: word = 57'h01f0682a2700422;
            8'b00000101: word = 57'h01ed0848290d412;
            8'b00000110: word = 57'h01e9b0892b11c01;
            8'b00000111: word = 57'h01e660cb2d0dbf1;
            8'b00001000: word = 57'h01e318ed2f01be3;
            8'b00001001: word = 57'h01dfd8d030ee3d0;
            8'b00001010: word = 57'h01dca05332d23c3;
            8'b00001011: word = 57'h01d96f5934af3b0;
            8'b00001100: word = 57'h01d645c236843a6;
            8'b00001101: word = 57'h01d323733852b94;
            8'b00001110: word = 57'h01d0084d3a19b89;
            8'b00001111: word = 57'h01ccf4363bd9b7a;
            8'b0001000?: word = 57'h01c863123e6c365;
            8'b0001001?: word = 57'h01c263ed41c4b4c;
            8'b0001010?: word = 57'h01bc7f264504333;
            8'b0001011?: word = 57'h01b6b3f7482b31c;
            8'b0001100?: word = 57'h01b101a44b3b305;
            8'b0001101?: word = 57'h01ab67784e352ef;
            8'b0001110?: word = 57'h01a5e4c55119ada;
            8'b0001111?: word = 57'h01a078e353e9ac7;
            8'b0010000?: word = 57'h019b233456a62b2;
            8'b0010001?: word = 57'h0195e31b594faa1;
            8'b0010010?: word = 57'h0190b8065be728f;
            8'b0010011?: word = 57'h018ba1665e6d27d;
            8'b0010100?: word = 57'h01869eb160e226d;
            8'b0010101?: word = 57'h0181af64634725d;
            8'b0010110?: word = 57'h017cd2ff659c24e;
            8'b0010111?: word = 57'h0178090867e2a3e;
            8'b0011000?: word = 57'h017351086a1a230;
            8'b0011001?: word = 57'h016eaa8d6c44223;
            8'b0011010?: word = 57'h016a152a6e60215;
            8'b0011011?: word = 57'h01659073706fa09;
            8'b0011100?: word = 57'h01611c0372721fd;
            8'b0011101?: word = 57'h015cb77774681f0;
            8'b0011110?: word = 57'h0158626e76531e5;
            8'b0011111?: word = 57'h01541c8c78321da;
            8'b0100000?: word = 57'h014fe5787a069cf;
            8'b0100001?: word = 57'h014bbcdb7bd01c5;
            8'b0100010?: word = 57'h0147a2627d8f9ba;
            8'b0100011?: word = 57'h014395ba7f449b1;
            8'b0100100?: word = 57'h013f969680f01a8;
            8'b0100101?: word = 57'h013ba4aa829299e;
            8'b0100110?: word = 57'h0137bfac842b994;
            8'b0100111?: word = 57'h0133e75485bc98c;
            8'b0101000?: word = 57'h01301b5d8744184;
            8'b0101001?: word = 57'h012c5b8588c417b;
            8'b0101010?: word = 57'h0128a7898a3b974;
            8'b0101011?: word = 57'h0124ff2b8bab96c;
            8'b0101100?: word = 57'h0121622e8d13964;
            8'b0101101?: word = 57'h011dd0558e7495d;
            8'b0101110?: word = 57'h011a49678fce957;
            8'b0101111?: word = 57'h0116cd2d912194f;
            8'b0110000?: word = 57'h01135b6e926d949;
            8'b0110001?: word = 57'h010ff3f793b3143;
            8'b0110010?: word = 57'h010c969394f293d;
            8'b0110011?: word = 57'h01094311962b937;
            8'b0110100?: word = 57'h0105f940975e931;
            8'b0110101?: word = 57'h0102b8f0988c12b;
            8'b0110110?: word = 57'h00ff81f499b3924;
            8'b0110111?: word = 57'h00fc541d9ad5920;
            8'b0111000?: word = 57'h00f92f429bf211a;
            8'b0111001?: word = 57'h00f613369d09915;
            8'b0111010?: word = 57'h00f2ffd19e1c10f;
            8'b0111011?: word = 57'h00eff4ea9f2910b;
            8'b0111100?: word = 57'h00ecf25aa031905;
            8'b0111101?: word = 57'h00e9f7faa135901;
            8'b0111110?: word = 57'h00e705a6a2348fc;
            8'b0111111?: word = 57'h00e41b38a32f0f8;
            8'b1000000?: word = 57'h00e1388ea4258f4;
            8'b1000001?: word = 57'h00de5d84a5178f0;
            8'b1000010?: word = 57'h00db89f9a6050ec;
            8'b1000011?: word = 57'h00d8bdcca6ef0e8;
            8'b1000100?: word = 57'h00d5f8dda7d48e3;
            8'b1000101?: word = 57'h00d33b0ca8b68e0;
            8'b1000110?: word = 57'h00d0843ba9948dc;
            8'b1000111?: word = 57'h00cdd44baa6f0d9;
            8'b1001000?: word = 57'h00cb2b21ab458d5;
            8'b1001001?: word = 57'h00c8889eac190d2;
            8'b1001010?: word = 57'h00c5eca8ace88ce;
            8'b1001011?: word = 57'h00c35723adb50cb;
            8'b1001100?: word = 57'h00c0c7f4ae7e8c8;
            8'b1001101?: word = 57'h00be3f02af448c4;
            8'b1001110?: word = 57'h00bbbc32b0070c2;
            8'b1001111?: word = 57'h00b93f6db0c70bf;
            8'b1010000?: word = 57'h00b6c89ab1838bc;
            8'b1010001?: word = 57'h00b457a2b23d8b8;
            8'b1010010?: word = 57'h00b1ec6cb2f48b6;
            8'b1010011?: word = 57'h00af86e3b3a88b2;
            8'b1010100?: word = 57'h00ad26f0b45a0af;
            8'b1010101?: word = 57'h00aacc7db5088ad;
            8'b1010110?: word = 57'h00a87775b5b50ab;
            8'b1010111?: word = 57'h00a627c3b65e8a9;
            8'b1011000?: word = 57'h00a3dd54b7050a6;
            8'b1011001?: word = 57'h00a19812b7aa0a4;
            8'b1011010?: word = 57'h009f57ebb84c0a1;
            8'b1011011?: word = 57'h009d1ccbb8eb89f;
            8'b1011100?: word = 57'h009ae6a0b98909d;
            8'b1011101?: word = 57'h0098b557ba2409a;
            8'b1011110?: word = 57'h009688dfbabd097;
            8'b1011111?: word = 57'h00946124bb54096;
            8'b1100000?: word = 57'h00923e18bbe8893;
            8'b1100001?: word = 57'h00901fa8bc7b091;
            8'b1100010?: word = 57'h008e05c3bd0b890;
            8'b1100011?: word = 57'h008bf05bbd9a08d;
            8'b1100100?: word = 57'h0089df5ebe2688b;
            8'b1100101?: word = 57'h0087d2bdbeb108a;
            8'b1100110?: word = 57'h0085ca69bf39888;
            8'b1100111?: word = 57'h0083c653bfc0886;
            8'b1101000?: word = 57'h0081c66cc045884;
            8'b1101001?: word = 57'h007fcaa6c0c8882;
            8'b1101010?: word = 57'h007dd2f2c14a080;
            8'b1101011?: word = 57'h007bdf42c1c987f;
            8'b1101100?: word = 57'h0079ef8ac24807d;
            8'b1101101?: word = 57'h007803bbc2c407b;
            8'b1101110?: word = 57'h00761bc8c33f07a;
            8'b1101111?: word = 57'h007437a5c3b8078;
            8'b11100000: word = 57'h0072cf03c412079;
            8'b11100001: word = 57'h0071dfc2c44d875;
            8'b11100010: word = 57'h0070f16dc488875;
            8'b11100011: word = 57'h00700404c4c3072;
            8'b11100100: word = 57'h006f1784c4fd073;
            8'b11100101: word = 57'h006e2becc537077;
            8'b11100110: word = 57'h006d413cc570872;
            8'b11100111: word = 57'h006c5771c5a9870;
            8'b11101000: word = 57'h006b6e89c5e2874;
            8'b11101001: word = 57'h006a8685c61b06d;
            8'b11101010: word = 57'h00699f61c65306d;
            8'b11101011: word = 57'h0068b91cc68a871;
            8'b11101100: word = 57'h0067d3b6c6c2070;
            8'b11101101: word = 57'h0066ef2dc6f906d;
            8'b11101110: word = 57'h00660b7fc73006c;
            8'b11101111: word = 57'h006528abc76606c;
            8'b11110000: word = 57'h006446b0c79c06a;
            8'b11110001: word = 57'h0063658cc7d206a;
            8'b11110010: word = 57'h0062853ec80706a;
            8'b11110011: word = 57'h0061a5c5c83c068;
            8'b11110100: word = 57'h0060c71fc871069;
            8'b11110101: word = 57'h005fe94bc8a506a;
            8'b11110110: word = 57'h005f0c48c8d9069;
            8'b11110111: word = 57'h005e3015c90d065;
            8'b11111000: word = 57'h005d54afc940869;
            8'b11111001: word = 57'h005c7a17c973867;
            8'b11111010: word = 57'h005ba04bc9a6063;
            8'b11111011: word = 57'h005ac749c9d8862;
            8'b11111100: word = 57'h0059ef10ca0b063;
            8'b11111101: word = 57'h0059179fca3c864;
            8'b11111110: word = 57'h005840f5ca6e865;
            8'b11111111: word = 57'h00576b11ca9f864;
            default: ;
          endcase
          c0_o = {4'd1, word[52:28], 2'b0};
          c1_o = {4'b1111, word[27:11]};
          c2_o = {5'b0, word[10:0]};
          c3_o = '0;
        end
        default: ;
      endcase
    end

    always_comb begin
      narrow_o = '0;
      bias_o   = '0;
      unique case (func_i)
        4'd0: begin  // rcp
          unique casez (index_i[7:4])
            4'b0???: narrow_o = 3'd1;
            4'b1000: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd491520;
        end
        4'd1: begin  // rsqrt
          unique casez ({part_i[0], index_i[7:4]})
            5'b0_000?: narrow_o = 3'd2;
            5'b0_001?: narrow_o = 3'd1;
            5'b0_01??: narrow_o = 3'd1;
            5'b0_1???: narrow_o = 3'd1;
            5'b1_0???: narrow_o = 3'd1;
            5'b1_10??: narrow_o = 3'd1;
            5'b1_110?: narrow_o = 3'd1;
            5'b1_1111: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd131072;
        end
        4'd2: begin  // sqrt
          unique casez ({part_i[0], index_i[7:4]})
            5'b0_000?: narrow_o = 3'd1;
            5'b1_00??: narrow_o = 3'd1;
            5'b1_010?: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd65536;
        end
        4'd3: begin  // ex2
          bias_o = 20'd163840;
        end
        4'd4: begin  // lg2
          unique casez (index_i[7:4])
            4'b0000: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd0;
        end
        4'd5: begin  // sin
          unique casez (index_i[7:4])
            4'b0???: narrow_o = 3'd1;
            4'b10??: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd0;
        end
        4'd6: begin  // tanh
          unique casez ({part_i, index_i[7:4]})
            8'b0110_????: narrow_o = 3'd1;
            8'b0111_0???: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd0;
        end
        4'd7: if (Relative != 0) begin  // sin_ratio
          unique casez (index_i[7:4])
            4'b0001: narrow_o = 3'd1;
            4'b001?: narrow_o = 3'd1;
            4'b01??: narrow_o = 3'd1;
            4'b100?: narrow_o = 3'd1;
            4'b101?: narrow_o = 3'd2;
            4'b11??: narrow_o = 3'd2;
            default: ;
          endcase
          bias_o = 20'd0;
        end
        4'd8: if (Relative != 0) begin  // lg2_ratio
          unique casez (index_i[7:4])
            4'b0000: narrow_o = 3'd1;
            4'b111?: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 20'd0;
        end
        default: ;
      endcase
    end
  end

endmodule
